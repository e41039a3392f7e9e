package io.millrace.cli;

import io.millrace.api.RecordHandler;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A handler that never comes back from the record with the value {@code stuck}, whatever is done to it. */
public final class StuckHandler implements RecordHandler<String, String> {
    @Override
    public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) {
        if (value.equals("stuck")) {
            System.err.println("STUCK");
            CountDownLatch never = new CountDownLatch(1);
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    System.err.println("not even by an interrupt");
                }
            }
        }
    }
}

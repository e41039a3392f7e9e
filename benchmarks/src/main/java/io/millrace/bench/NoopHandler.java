package io.millrace.bench;

import io.millrace.api.RecordHandler;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Looks at the length of each value and does nothing else. One worker's thread. */
public final class NoopHandler implements RecordHandler<byte[], byte[]> {
    private long bytes;

    @Override
    public void handle(byte[] key, byte[] value, ConsumerRecord<byte[], byte[]> record) {
        bytes += value.length;
    }
}

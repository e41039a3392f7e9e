package io.millrace.failure;

import io.millrace.process.FailurePolicy;
import io.millrace.process.RecordFailure;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The first failure ends the run, before the record that failed: nothing is lost, and nothing goes on. */
public final class StopPolicy implements FailurePolicy {
    @Override
    public void judge(ConsumerRecord<byte[], byte[]> record, Throwable cause) throws RecordFailure {
        throw new RecordFailure(record, cause);
    }
}

package io.millrace.process;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What is to become of a record that failed. Called on the thread that handled the record. */
public interface FailurePolicy {

    /**
     * Judges one failure. Returning normally means that the record is done with, and that it may be committed.
     *
     * @throws RecordFailure to stop the run before that record
     */
    void judge(ConsumerRecord<byte[], byte[]> record, Throwable cause) throws RecordFailure;
}

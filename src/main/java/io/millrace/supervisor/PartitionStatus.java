package io.millrace.supervisor;

import org.apache.kafka.common.TopicPartition;

/**
 * How far one partition is. Immutable; any thread. What is not known is null.
 *
 * @param worker which one owns it here
 * @param end the end offset
 */
public record PartitionStatus(
        TopicPartition partition, Integer worker, Long first, Long position, Long committed, Long end) {
    /** Records between the committed offset and the end; null where either is not known. */
    public Long lag() {
        return committed == null || end == null ? null : Long.valueOf(Math.max(0, end - committed));
    }
}

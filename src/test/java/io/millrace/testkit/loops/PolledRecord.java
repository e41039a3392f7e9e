package io.millrace.testkit.loops;

import org.apache.kafka.common.TopicPartition;

/**
 * A record that was polled.
 *
 * @param epoch of the ownership it was polled in
 */
public record PolledRecord(TopicPartition partition, long offset, long epoch) {}

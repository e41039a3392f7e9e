package io.millrace.testkit.ledger.sim;

import org.apache.kafka.common.TopicPartition;

/**
 * A record that was polled.
 *
 * @param epoch of the ownership it was polled in
 */
record SimRecord(TopicPartition partition, long offset, long epoch) {}

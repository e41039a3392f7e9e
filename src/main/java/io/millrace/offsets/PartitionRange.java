package io.millrace.offsets;

import org.apache.kafka.common.TopicPartition;

/**
 * Offsets of one partition, from {@code from} up to, and without, {@code to}: of records that were gone before they
 * were read, that are lost, or that come again. Immutable; any thread.
 */
public record PartitionRange(TopicPartition partition, long from, long to) {}

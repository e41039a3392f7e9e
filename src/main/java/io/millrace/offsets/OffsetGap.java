package io.millrace.offsets;

import org.apache.kafka.common.TopicPartition;

/**
 * Records that were gone before they were read: those of {@code partition} from {@code from} up to, and without,
 * {@code to}. Immutable; any thread.
 */
public record OffsetGap(TopicPartition partition, long from, long to) {}

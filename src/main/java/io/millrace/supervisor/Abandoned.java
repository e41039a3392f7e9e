package io.millrace.supervisor;

import org.apache.kafka.common.TopicPartition;

/** A record that a handler still had in hand when the time to stop was over: it is delivered again. Immutable. */
public record Abandoned(TopicPartition partition, long offset, int worker, double runningSeconds) {}

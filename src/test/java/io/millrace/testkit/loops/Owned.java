package io.millrace.testkit.loops;

import org.apache.kafka.common.TopicPartition;

/** What a loop knows of a partition while it owns it. One thread. */
final class Owned {
    final TopicPartition partition;
    /** All below is finished. */
    long position = -1;

    long acknowledged = -1;
    long finished;
    long acknowledgedRecords;
    /** Turns that the partition rests after a failure. */
    int rest;
    /** Whether the client's position is ahead of what is finished although nothing waits: the rest was dropped. */
    boolean isFailing;

    Owned(TopicPartition partition) {
        this.partition = partition;
    }

    void startAt(long offset) {
        position = offset;
        acknowledged = -1;
    }

    boolean isDirty() {
        return position >= 0 && position != acknowledged;
    }

    void acknowledge(long offset, long records) {
        if (offset <= position) {
            acknowledged = Math.max(acknowledged, offset);
            acknowledgedRecords = Math.max(acknowledgedRecords, records);
        }
    }
}

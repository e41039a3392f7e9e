package io.millrace.offsets;

import org.apache.kafka.common.TopicPartition;

/**
 * What was known of an owned partition at one moment. Immutable; any thread. An unknown offset is null.
 *
 * @param epoch which ownership; the higher one is the later one
 * @param first offset of the first record polled in this ownership
 * @param position the next offset to handle
 * @param committed the offset that the broker has acknowledged as committed
 */
public record PartitionView(TopicPartition partition, long epoch, Long first, Long position, Long committed) {

    /**
     * Joins two ownerships of one partition: reading began with the first of them, and what is known of the later one
     * counts. An ownership that knows no position yet hides nothing.
     */
    public PartitionView join(PartitionView other) {
        PartitionView later = other.epoch > epoch ? other : this;
        PartitionView earlier = later == this ? other : this;
        PartitionView known = later.position != null ? later : earlier;
        return new PartitionView(
                partition,
                known.epoch,
                least(earlier.first, later.first),
                known.position,
                later.committed != null ? later.committed : earlier.committed);
    }

    private static Long least(Long left, Long right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return Math.min(left, right);
    }
}

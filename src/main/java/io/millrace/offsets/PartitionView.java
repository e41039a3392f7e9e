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

    /** Joins two ownerships of one partition: the later one counts, but reading began with the earlier one. */
    public PartitionView join(PartitionView other) {
        PartitionView later = other.epoch > epoch ? other : this;
        PartitionView earlier = later == this ? other : this;
        return new PartitionView(
                partition,
                later.epoch,
                earlier.first != null ? earlier.first : later.first,
                later.position != null ? later.position : earlier.position,
                later.committed != null ? later.committed : earlier.committed);
    }
}

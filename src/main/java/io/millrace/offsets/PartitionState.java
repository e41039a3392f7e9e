package io.millrace.offsets;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * One partition for as long as this worker owns it. A partition that goes and comes back gets a new state with a new
 * epoch, so nothing that was known of the earlier ownership can be taken for the present one.
 *
 * <p>Invariants: everything below {@link #position} is finished, or told to be lost; what is acknowledged never goes
 * down, and exceeds what is finished only where a chunk was committed before it is handled. Used by the worker's own
 * thread alone.
 */
public final class PartitionState {
    private static final long UNKNOWN = -1;

    private final TopicPartition partition;
    private final long epoch;
    private long first = UNKNOWN;
    /** Where a policy made this ownership start, the last time. */
    private long start = UNKNOWN;

    private long position = UNKNOWN;
    private int leaderEpoch = -1;
    private long acknowledged = UNKNOWN;
    private long finishedRecords;
    private long acknowledgedRecords;

    public PartitionState(TopicPartition partition, long epoch) {
        this.partition = partition;
        this.epoch = epoch;
    }

    public TopicPartition partition() {
        return partition;
    }

    /** Which ownership this is: rises with each assignment in the process. */
    public long epoch() {
        return epoch;
    }

    /** A policy chose where to start; nothing is committed there yet, so this state is dirty at once. */
    public void startAt(long offset) {
        start = offset;
        position = offset;
        leaderEpoch = -1;
        acknowledged = UNKNOWN;
    }

    /** The client was found to stand here before any record came: it is what the group had committed. */
    public void foundAt(long offset) {
        if (position == UNKNOWN) {
            position = offset;
            acknowledged = offset;
        }
    }

    /** A record was polled; the first one tells where this ownership began. */
    public void polled(long offset) {
        if (first == UNKNOWN) {
            first = offset;
            foundAt(offset);
        }
    }

    /**
     * So many more records are finished, and all below {@code next} is.
     *
     * @param next the next offset to read
     * @param leader the leader's epoch there, -1 where unknown
     */
    public void finish(long next, int leader, int records) {
        if (next > position) {
            position = next;
            leaderEpoch = leader;
        }
        finishedRecords += records;
    }

    /** The broker has acknowledged a commit of this offset, which was made when so many records were finished. */
    public void acknowledge(long offset, long records) {
        if (offset > position) {
            // A late answer to a commit from before the partition was started anew.
            return;
        }
        acknowledged = Math.max(acknowledged, offset);
        acknowledgedRecords = Math.max(acknowledgedRecords, records);
    }

    /** The broker has acknowledged a commit of this offset; so many records are finished when all below it are. */
    public void acknowledgeAhead(long offset, long records) {
        acknowledged = Math.max(acknowledged, offset);
        acknowledgedRecords = Math.max(acknowledgedRecords, records);
    }

    /** This is committed, and what lies below it and is not finished will never be handled. */
    public void passTo(long offset) {
        position = Math.max(position, offset);
        acknowledgeAhead(offset, finishedRecords);
    }

    /** True where something is finished that the broker has not acknowledged as committed. */
    public boolean isDirty() {
        return position > acknowledged;
    }

    /** What is finished and not acknowledged as committed: it comes again if this ownership ends here; null: nothing. */
    public PartitionRange uncommitted() {
        long known = Math.max(acknowledged, start);
        long from = known == UNKNOWN ? first : known;
        return finishedRecords == acknowledgedRecords || from >= position
                ? null
                : new PartitionRange(partition, from, position);
    }

    /** What is committed and not finished: it is lost if this ownership ends here; null: nothing. */
    public PartitionRange committedAhead() {
        return position >= 0 && acknowledged > position ? new PartitionRange(partition, position, acknowledged) : null;
    }

    /** How many records are finished and not acknowledged as committed. */
    public long unacknowledgedRecords() {
        // What was committed before it is handled waits for nothing.
        return Math.max(0, finishedRecords - acknowledgedRecords);
    }

    public long finishedRecords() {
        return finishedRecords;
    }

    /** The offset of the first record polled; -1: there was none. */
    public long first() {
        return first;
    }

    /** The next offset to handle; -1 while unknown. */
    public long position() {
        return position;
    }

    /**
     * What a commit of everything finished carries: never call it while the position is unknown.
     *
     * @param metadata a text beside the offset
     */
    public OffsetAndMetadata committable(String metadata) {
        return new OffsetAndMetadata(position, leaderEpoch < 0 ? Optional.empty() : Optional.of(leaderEpoch), metadata);
    }

    /** What can be told of this partition now. */
    public PartitionView view() {
        return new PartitionView(partition, epoch, orNull(first), orNull(position), orNull(acknowledged));
    }

    private static Long orNull(long offset) {
        return offset == UNKNOWN ? null : Long.valueOf(offset);
    }

    @Override
    public String toString() {
        return partition + "@" + position;
    }
}

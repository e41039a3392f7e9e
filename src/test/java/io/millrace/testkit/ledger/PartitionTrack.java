package io.millrace.testkit.ledger;

import org.apache.kafka.common.TopicPartition;

/** A partition while the run is replayed: what all ownerships together have done to it so far. One thread. */
public final class PartitionTrack {
    private final TopicPartition name;
    private final int index;
    private final LogWitness.Partition log;
    private final OffsetSet finished = new OffsetSet();
    private final OffsetSet excused = new OffsetSet();
    private final OffsetSet confirmedOffsets = new OffsetSet();
    private long base = -1;
    private long confirmed = -1;
    private long accepted = -1;
    private long movedAt = Long.MIN_VALUE;
    private Span latest;

    PartitionTrack(TopicPartition name, int index, LogWitness.Partition log) {
        this.name = name;
        this.index = index;
        this.log = log;
    }

    public TopicPartition name() {
        return name;
    }

    /** Counts from 0 over the partitions of the run. */
    public int index() {
        return index;
    }

    /** What is due between the group's beginning and this end, was never finished, and is not excused. */
    void forEachUnfinished(long end, OffsetSet.RangeVisitor visitor) {
        if (base >= 0) {
            log.due().forEachMissing(finished, excused, base, end, visitor);
        }
    }

    /** What the log holds of it; an empty one if the log witness does not know it. */
    public LogWitness.Partition log() {
        return log;
    }

    /** Every offset that ever got a terminal outcome. */
    public OffsetSet finished() {
        return finished;
    }

    /** What a reset or an operator moved the group over: nobody has to handle it. */
    public OffsetSet excused() {
        return excused;
    }

    /** Every offset of which a client was told that it is committed. */
    public OffsetSet confirmedOffsets() {
        return confirmedOffsets;
    }

    /** Where the group began, -1 while unknown: nothing below it is judged. */
    public long base() {
        return base;
    }

    /** The highest offset that was confirmed since the last legal rewind, -1: none. */
    public long confirmed() {
        return confirmed;
    }

    /** The last offset of the commit history, or what was confirmed where there is no history; -1: none. */
    public long committed() {
        return accepted >= 0 ? accepted : confirmed;
    }

    /** The last offset of the commit history, -1: none. */
    long acceptedLast() {
        return accepted;
    }

    /** The ownership that was assigned last, or null. */
    public Span latest() {
        return latest;
    }

    /** Whether something due of {@code [from, to)} was neither finished nor excused so far. */
    public boolean isOpen(long from, long to) {
        return log.due().hasMissing(finished, excused, from, to);
    }

    void assigned(Span span) {
        latest = span;
    }

    /** An ownership starts here: the group as a whole began there if nobody was before. */
    void startsAt(long offset) {
        if (base < 0) {
            base = offset;
        }
    }

    /** The group is moved on purpose. */
    void movedTo(long offset, long time) {
        movedAt = time;
        if (base < 0 || offset < base) {
            base = offset;
        }
        if (offset < confirmed) {
            confirmed = offset;
        }
    }

    /** @param sent when the commit was sent: one from before the last move says nothing of what holds after it */
    void confirm(long offset, long sent) {
        if (sent > movedAt) {
            confirmed = Math.max(confirmed, offset);
        }
        confirmedOffsets.add(offset);
    }

    void accept(long offset) {
        accepted = offset;
    }
}

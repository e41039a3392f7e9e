package io.millrace.testkit.ledger;

/**
 * One ownership of a partition by a worker, from its assignment to its end. One thread.
 *
 * <p>It <em>broke</em> if it ended without anybody having told the worker that all it had finished is committed: it
 * died, or the partition was lost, or the last commit of the partition failed or was not answered. What the next owner
 * may then repeat is what lies between where that one starts and the highest finished here.
 */
public final class Span {
    /** How an ownership ended. */
    public enum Ending {
        OPEN("still open"),
        REVOKED("revoked"),
        LOST("lost"),
        DIED("its worker died"),
        STOPPED("its worker stopped");

        private final String text;

        Ending(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Ownerships that one worker gave up at the same moment. */
    static final class Group {}

    private final WorkerTrack worker;
    private final PartitionTrack partition;
    private final long epoch;
    private final long assignedAt;
    private final long fetched;
    private final Span previous;
    private final OffsetSet finished = new OffsetSet();

    long start;
    boolean started;
    /** The next offset that is due: everything below is finished or excused. */
    long expected;
    /** The highest offset begun since the start or the last legal move; -1: none. */
    long highest = -1;

    private long high;
    /** What was committed as far as this ownership was told, moves included. */
    long floor;

    boolean endedInClose;
    long lastTry = -1;
    JournalEvent.Answer lastAnswer;
    Span successor;
    /** From where on a repetition may be due to this one's break: the successor's start, or what was confirmed. */
    long successorStart = -1;
    /** When a later ownership was assigned although this one was open. */
    long supersededAt = Long.MAX_VALUE;

    Group group;
    /** A commit by a timer must have had all that was finished below this when it ended; -1: all of it. */
    long settled = -1;

    private Ending ending = Ending.OPEN;
    private long endedAt = Long.MAX_VALUE;

    Span(WorkerTrack worker, PartitionTrack partition, JournalEvent.Assigned event) {
        this.worker = worker;
        this.partition = partition;
        this.epoch = event.epoch();
        this.assignedAt = event.time();
        this.fetched = event.committed();
        this.start = event.start() >= 0 ? event.start() : event.committed();
        this.expected = start;
        this.floor = Math.max(fetched, -1);
        this.previous = partition.latest();
    }

    public WorkerTrack worker() {
        return worker;
    }

    public PartitionTrack partition() {
        return partition;
    }

    public long epoch() {
        return epoch;
    }

    public long assignedAt() {
        return assignedAt;
    }

    /** What the group had committed when this ownership began, as its client was told. */
    public long fetched() {
        return fetched;
    }

    /** Where it began to read; negative while unknown. */
    public long start() {
        return start;
    }

    /** The ownership before this one, or null. */
    public Span previous() {
        return previous;
    }

    /** The one that was assigned after this one, once it has started; or null. */
    public Span successor() {
        return successor;
    }

    /** What got a terminal outcome in this ownership, since the last legal rewind. */
    public OffsetSet finished() {
        return finished;
    }

    /** 1 + the highest offset finished; 0 if nothing is. */
    public long high() {
        return high;
    }

    void finish(long from, long to) {
        finished.add(from, to);
        high = Math.max(high, to);
    }

    /** A legal rewind: what was finished from there on is to be done again, so this ownership owes it no more. */
    void forgetFrom(long offset) {
        if (offset < high) {
            finished.remove(offset, high);
            high = finished.highestBelow(offset) + 1;
        }
    }

    public Ending ending() {
        return ending;
    }

    /** {@link Long#MAX_VALUE} while it is open. */
    public long endedAt() {
        return endedAt;
    }

    public boolean isOpen() {
        return ending == Ending.OPEN;
    }

    /** Whether a later ownership of the partition has been assigned while this one did not know of its end. */
    public boolean isSuperseded() {
        return isOpen() && partition.latest() != this;
    }

    /** Whether the end, as far as it is known now, lets the next owner repeat something. */
    public boolean broke() {
        return switch (ending) {
            case OPEN, LOST, DIED -> true;
            case REVOKED, STOPPED -> isUncertain();
        };
    }

    /** Whether the outcome of its last commit is not known, or that was refused. */
    boolean isUncertain() {
        return lastTry >= 0 && lastAnswer != JournalEvent.Answer.OK;
    }

    /** How it ended, for messages. */
    public String breakText() {
        if (ending == Ending.REVOKED || ending == Ending.STOPPED) {
            String last = lastTry < 0
                    ? "no commit was tried"
                    : "its last commit " + (lastAnswer == null ? "was not answered" : "was answered " + lastAnswer);
            return ending + ", " + last;
        }
        return isOpen() ? "its journal ends, or it did not hear of its end" : ending.toString();
    }

    void end(Ending how, long time, Group at) {
        ending = how;
        endedAt = time;
        group = at;
    }

    @Override
    public String toString() {
        return worker + "/e" + epoch;
    }
}

package io.millrace.testkit.ledger;

import java.time.Duration;

/**
 * What a mode of delivery, as it is configured, may do. What a later mode may do beyond these numbers belongs in a
 * {@link Rule} of its own. Immutable; any thread.
 */
public interface DeliveryBound {
    /** In place of a number of records: any. */
    long UNBOUNDED = Long.MAX_VALUE;

    /** For messages. */
    String mode();

    /**
     * How many records one break may repeat at most, over all partitions that one worker gave up at once: at a clean
     * end there is no break, so nothing is repeated. Where {@link #fresh} says so, the youngest are not counted.
     */
    long repeatedPerBreak();

    /** Whether anything is ever committed: if not, every end of an ownership is a break. */
    default boolean commits() {
        return true;
    }

    /** Whether journals tell of commits: those that a client makes of its own accord are in the history alone. */
    default boolean isTold() {
        return true;
    }

    /**
     * Commits follow a timer: what was finished so short a time before the worker's last record is not yet due, and
     * does not count as repeated.
     */
    default Duration fresh() {
        return Duration.ZERO;
    }

    /**
     * Zero, or the most records in a chunk that is committed before it is handled. Where there are such chunks nothing
     * may ever be repeated, a commit may be one chunk ahead, and a break may lose one.
     */
    default long chunk() {
        return 0;
    }

    /** Whether a chunk is of one partition. */
    default boolean isChunkOfOnePartition() {
        return false;
    }

    /** Whether records may be lost, and none repeated. */
    default boolean isAtMostOnce() {
        return chunk() > 0;
    }

    /** At least once, each poll is committed before the next record is handled. */
    static DeliveryBound syncPoll(int maxPollRecords) {
        return atLeastOnce("at-least-once, sync per poll", maxPollRecords);
    }

    /** At least once, a poll's records of each partition are committed before the next record is handled. */
    static DeliveryBound syncPartition(int maxPollRecords) {
        return atLeastOnce("at-least-once, sync per partition", maxPollRecords);
    }

    /** At least once, each record is committed before the next one is handled. */
    static DeliveryBound syncRecord() {
        return atLeastOnce("at-least-once, sync per record", 1);
    }

    /** At least once, so many records are committed before the next one is handled. */
    static DeliveryBound syncInterval(int everyRecords) {
        return atLeastOnce("at-least-once, sync per interval", everyRecords);
    }

    /** At least once, commits are not waited for below the cap. */
    static DeliveryBound async(int maxUnacknowledged) {
        return atLeastOnce("at-least-once, async", maxUnacknowledged);
    }

    /** Any mode that loses nothing and repeats a window at most. */
    static DeliveryBound atLeastOnce(String mode, long window) {
        record AtLeastOnce(String mode, long repeatedPerBreak) implements DeliveryBound {}
        return new AtLeastOnce(mode, window);
    }

    /**
     * The client commits by its own timer, at a poll: what the polls before have returned.
     *
     * @param every the timer
     * @param slack how much later than due a commit may take effect
     */
    static DeliveryBound auto(int maxPollRecords, Duration every, Duration slack) {
        record Auto(long repeatedPerBreak, Duration fresh) implements DeliveryBound {
            @Override
            public String mode() {
                return "auto, but for what was finished in the last " + fresh.toMillis() + " ms,";
            }

            @Override
            public boolean isTold() {
                return false;
            }
        }
        return new Auto(maxPollRecords, every.plus(slack));
    }

    /** Nothing is ever committed: each ownership begins anew. */
    static DeliveryBound none() {
        record None(String mode, long repeatedPerBreak) implements DeliveryBound {
            @Override
            public boolean commits() {
                return false;
            }
        }
        return new None("none", UNBOUNDED);
    }

    /** At most once, a poll is committed before it is handled. */
    static DeliveryBound atMostOncePoll(int maxPollRecords) {
        return atMostOnce("at-most-once per poll", maxPollRecords, false);
    }

    /** At most once, a poll's records of a partition are committed before they are handled. */
    static DeliveryBound atMostOncePartition(int maxPollRecords) {
        return atMostOnce("at-most-once per partition", maxPollRecords, true);
    }

    /** At most once, each record is committed before it is handled. */
    static DeliveryBound atMostOnceRecord() {
        return atMostOnce("at-most-once per record", 1, true);
    }

    private static DeliveryBound atMostOnce(String mode, long chunk, boolean isChunkOfOnePartition) {
        record AtMostOnce(String mode, long chunk, boolean isChunkOfOnePartition) implements DeliveryBound {
            @Override
            public long repeatedPerBreak() {
                return 0;
            }
        }
        return new AtMostOnce(mode, chunk, isChunkOfOnePartition);
    }
}

package io.millrace.testkit.ledger;

/**
 * What a mode of delivery, as it is configured, may do. A later mode is another implementation; what it may do beyond
 * these numbers belongs in a {@link Rule} of its own. Immutable; any thread.
 */
public interface DeliveryBound {
    /** For messages. */
    String mode();

    /**
     * How many records one break may repeat at most, over all partitions that one worker gave up at once: at a clean
     * end there is no break, so nothing is repeated.
     */
    long repeatedPerBreak();

    /** Whether records may be lost: true for at-most-once alone, whose rule must then judge which. */
    default boolean mayLose() {
        return false;
    }

    /** At least once, each poll is committed before the next record is handled. */
    static DeliveryBound syncPoll(int maxPollRecords) {
        return atLeastOnce("at-least-once, sync per poll", maxPollRecords);
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
}

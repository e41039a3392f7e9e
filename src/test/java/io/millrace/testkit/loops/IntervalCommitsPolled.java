package io.millrace.testkit.loops;

/** Wrong: commits in the middle of what a poll gave as if all of it were finished. V2, V1. */
final class IntervalCommitsPolled extends IntervalLoop {
    IntervalCommitsPolled(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    long committable(Owned one) {
        return polled(one);
    }
}

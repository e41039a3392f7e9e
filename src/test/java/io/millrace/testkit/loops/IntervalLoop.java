package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;

/** The correct loop that commits after so many records, in the middle of what a poll gave too. One thread. */
class IntervalLoop extends SyncLoop {
    static final int EVERY = 5;

    private final int every;
    private int since;

    IntervalLoop(LoopClient client, Chance chance) {
        this(client, chance, EVERY);
    }

    IntervalLoop(LoopClient client, Chance chance, int every) {
        super(client, chance);
        this.every = every;
    }

    static DeliveryBound bound(int maxPollRecords) {
        return DeliveryBound.syncInterval(EVERY);
    }

    @Override
    void finished(PolledRecord record) {
        super.finished(record);
        if (++since >= every) {
            turn();
        }
    }

    @Override
    void turn() {
        super.turn();
        since = 0;
    }
}

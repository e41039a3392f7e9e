package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;

/** The correct loop that commits each record. One thread. */
class RecordLoop extends IntervalLoop {
    RecordLoop(LoopClient client, Chance chance) {
        super(client, chance, 1);
    }

    static DeliveryBound bound(int maxPollRecords) {
        return DeliveryBound.syncRecord();
    }
}

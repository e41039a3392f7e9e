package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.JournalEvent.Mode;

/** The correct loop that commits after each poll, and handles nothing more until that is acknowledged. One thread. */
class SyncLoop extends CorrectLoop {
    SyncLoop(LoopClient client, Chance chance) {
        super(client, chance);
    }

    static DeliveryBound bound(int maxPollRecords) {
        return DeliveryBound.syncPoll(maxPollRecords);
    }

    @Override
    void turn() {
        blocked = !commitSync(dirty(owned.values()), Mode.SYNC);
    }
}

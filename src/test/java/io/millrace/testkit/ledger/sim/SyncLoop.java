package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.JournalEvent.Mode;

/** The correct loop that commits after each poll, and handles nothing more until that is acknowledged. One thread. */
class SyncLoop extends CorrectLoop {
    SyncLoop(SimClient client, SimWorld world) {
        super(client, world);
    }

    static DeliveryBound bound(SimWorld world) {
        return DeliveryBound.syncPoll(world.maxPollRecords());
    }

    @Override
    void turn() {
        blocked = !commitSync(dirty(owned.values()), Mode.SYNC);
    }
}

package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;
import java.util.List;

/** The correct loop that never commits: each ownership begins anew. One thread. */
class NoneLoop extends CorrectLoop {
    NoneLoop(LoopClient client, Chance chance) {
        super(client, chance);
    }

    static DeliveryBound bound(int maxPollRecords) {
        return DeliveryBound.none();
    }

    @Override
    void turn() {}

    @Override
    List<Share> dirty(Iterable<Owned> of) {
        return List.of();
    }
}

package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Mode;
import java.util.List;

/**
 * The correct loop that goes on while the broker answers: one commit in flight at most, each with the newest offsets,
 * and a synchronous one where as many records as the cap allows wait to be acknowledged. One thread.
 */
class AsyncLoop extends CorrectLoop {
    static final int CAP = 16;

    boolean inFlight;

    AsyncLoop(LoopClient client, Chance chance) {
        super(client, chance);
    }

    static DeliveryBound bound(int maxPollRecords) {
        return DeliveryBound.async(CAP);
    }

    long unacknowledged() {
        return owned.values().stream()
                .mapToLong(of -> of.finished - of.acknowledgedRecords)
                .sum();
    }

    @Override
    boolean mayBegin() {
        return !blocked && unacknowledged() < CAP;
    }

    @Override
    void turn() {
        List<Share> shares = dirty(owned.values());
        if (unacknowledged() >= CAP) {
            blocked = !commitSync(shares, Mode.SYNC);
        } else {
            blocked = false;
            if (!inFlight && !shares.isEmpty()) {
                send(shares);
            }
        }
    }

    void send(List<Share> shares) {
        inFlight = true;
        client.commitAsync(offsets(shares), answer -> {
            inFlight = false;
            if (answer == Answer.OK) {
                acknowledge(shares);
            }
        });
    }
}

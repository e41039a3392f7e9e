package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import java.util.List;

/** Wrong: has several commits in flight, and sends one that failed again although newer ones were sent. V5. */
final class RetriesCommitsOutOfOrder extends AsyncLoop {
    private static final int TRIES = 3;

    RetriesCommitsOutOfOrder(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void send(List<Share> shares) {
        send(shares, TRIES);
    }

    private void send(List<Share> shares, int tries) {
        client.commitAsync(offsets(shares), answer -> {
            if (answer == Answer.OK) {
                acknowledge(shares);
            } else if (tries > 0) {
                send(shares, tries - 1);
            }
        });
    }
}

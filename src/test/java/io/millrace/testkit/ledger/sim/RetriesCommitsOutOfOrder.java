package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import java.util.List;

/** Wrong: has several commits in flight, and sends one that failed again although newer ones were sent. V5. */
final class RetriesCommitsOutOfOrder extends AsyncLoop {
    private static final int TRIES = 3;

    RetriesCommitsOutOfOrder(SimClient client, SimWorld world) {
        super(client, world);
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

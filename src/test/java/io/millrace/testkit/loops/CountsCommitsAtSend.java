package io.millrace.testkit.loops;

import java.util.List;

/** Wrong: takes a commit for acknowledged when it is sent, so that its cap caps nothing. V4. */
final class CountsCommitsAtSend extends AsyncLoop {
    CountsCommitsAtSend(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void send(List<Share> shares) {
        acknowledge(shares);
        client.commitAsync(offsets(shares), answer -> {});
    }
}

package io.millrace.testkit.loops;

/** Wrong: polls with records in hand and lets its client commit behind them. V2, V1. */
final class AutoCommitsInHand extends AutoLoop {
    AutoCommitsInHand(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void keepAlive() {
        turn();
        client.poll(true);
    }
}

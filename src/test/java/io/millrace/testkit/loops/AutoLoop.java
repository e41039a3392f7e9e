package io.millrace.testkit.loops;

/**
 * The correct loop whose client commits by itself, whenever it polls, where it stands: so nothing may be in hand when it
 * polls. One thread.
 */
class AutoLoop extends SyncLoop {
    AutoLoop(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void keepAlive() {
        giveBack();
        turn();
        super.keepAlive();
    }

    @Override
    long committable(Owned one) {
        return polled(one);
    }
}

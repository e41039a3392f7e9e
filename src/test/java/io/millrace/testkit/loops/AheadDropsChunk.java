package io.millrace.testkit.loops;

/** Wrong: polls when it has taken too long, and lets go what it has committed and not handled. V7, V1. */
final class AheadDropsChunk extends AheadLoop {
    AheadDropsChunk(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void keepAlive() {
        queue.clear();
        client.poll(true);
    }
}

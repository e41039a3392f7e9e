package io.millrace.testkit.loops;

/** Wrong: a worker that has died is still called running. V14. */
final class StaysGreen extends SyncLoop {
    StaysGreen(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    public String status(boolean failed) {
        return "RUNNING";
    }
}

package io.millrace.testkit.ledger.sim;

/** Wrong: a worker that has died is still called running. V14. */
final class StaysGreen extends SyncLoop {
    StaysGreen(SimClient client, SimWorld world) {
        super(client, world);
    }

    @Override
    public String status(boolean failed) {
        return "RUNNING";
    }
}

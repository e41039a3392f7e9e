package io.millrace.testkit.ledger.sim;

/** Wrong: catches exceptions of the handler, and what is an {@code Error} passes for success. V1. */
final class TakesErrorForSuccess extends SyncLoop {
    TakesErrorForSuccess(SimClient client, SimWorld world) {
        super(client, world);
    }

    @Override
    void ended(SimRecord record, boolean ok) {
        super.ended(record, ok || world.isError(record.partition(), record.offset()));
    }
}

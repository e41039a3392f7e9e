package io.millrace.testkit.loops;

/** Wrong: catches exceptions of the handler, and what is an {@code Error} passes for success. V1. */
final class TakesErrorForSuccess extends SyncLoop {
    TakesErrorForSuccess(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void ended(PolledRecord record, boolean ok) {
        super.ended(record, ok || chance.isError(record.partition(), record.offset()));
    }
}

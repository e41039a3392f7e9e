package io.millrace.testkit.loops;

/** Wrong: does not wait for the commit of a record, and goes on with the next where it failed. V4. */
final class RecordGoesOnUncommitted extends RecordLoop {
    RecordGoesOnUncommitted(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    boolean mayBegin() {
        return true;
    }
}

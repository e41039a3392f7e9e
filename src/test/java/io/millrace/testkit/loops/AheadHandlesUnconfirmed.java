package io.millrace.testkit.loops;

/** Wrong: begins with what it has asked to commit before that is acknowledged. V2. */
final class AheadHandlesUnconfirmed extends AheadLoop {
    AheadHandlesUnconfirmed(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    boolean mayBegin() {
        return true;
    }
}

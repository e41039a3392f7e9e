package io.millrace.testkit.loops;

/** Wrong: commits the offset of the last record finished, where the next one to read is meant. V3. */
final class CommitsLastOffset extends SyncLoop {
    CommitsLastOffset(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    long committable(Owned one) {
        return one.finished > 0 ? one.position - 1 : one.position;
    }
}

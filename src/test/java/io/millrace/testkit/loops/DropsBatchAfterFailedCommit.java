package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.JournalEvent.Mode;

/** Wrong: commits inside a batch, and when that fails drops the rest of it and polls on without going back. V7. */
final class DropsBatchAfterFailedCommit extends SyncLoop {
    private static final int CHUNK = 3;

    private int finished;

    DropsBatchAfterFailedCommit(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void finished(PolledRecord record) {
        super.finished(record);
        if (++finished % CHUNK == 0 && !commitSync(dirty(owned.values()), Mode.SYNC)) {
            queue.clear();
        }
    }
}

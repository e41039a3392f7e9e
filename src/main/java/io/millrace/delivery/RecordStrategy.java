package io.millrace.delivery;

import io.millrace.worker.Commits;
import java.time.Duration;

/**
 * At least once, {@code at = record}: each record is committed before the next one is handled, so a crash repeats one
 * record at most. Used by the worker's own thread alone.
 */
public final class RecordStrategy extends SyncStrategy {
    /**
     * @param timeout of one commit
     * @param spacing between a commit that failed and the next try
     */
    public RecordStrategy(Commits commits, Duration timeout, Duration spacing) {
        super(commits, timeout, spacing);
    }

    @Override
    public int chunkLimit() {
        return 1;
    }
}

package io.millrace.delivery;

import io.millrace.worker.Commits;
import java.time.Duration;

/**
 * At least once, {@code at = partition}: of each poll the records of one partition are handled and committed before
 * those of the next. A crash repeats what one poll brought of one partition at most. Used by the worker's own thread
 * alone.
 */
public final class PartitionStrategy extends SyncStrategy {
    /**
     * @param timeout of one commit
     * @param spacing between a commit that failed and the next try
     */
    public PartitionStrategy(Commits commits, Duration timeout, Duration spacing) {
        super(commits, timeout, spacing);
    }

    @Override
    public boolean cutsByPartition() {
        return true;
    }
}

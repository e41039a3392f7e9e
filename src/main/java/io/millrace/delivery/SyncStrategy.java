package io.millrace.delivery;

import io.millrace.offsets.PartitionState;
import io.millrace.worker.CommitOutcome;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.Commits;
import io.millrace.worker.Deadline;
import java.time.Duration;
import java.util.Collection;

/**
 * At least once, {@code how = sync}: commits after each poll and waits for the answer. No further record is handled
 * before what was finished is acknowledged, so a crash repeats one poll at most. Used by the worker's own thread alone.
 */
public class SyncStrategy implements AtLeastOnce {
    /** A commit that is refused at once must not keep a core busy. */
    private static final long MIN_RETRY_NANOS = 10_000_000;

    private final Commits commits;
    private final Duration timeout;
    private final long retryNanos;
    private final FinalCommit last;
    private long sequence;
    private boolean blocked;
    private long lastTry;

    /**
     * @param timeout of one commit
     * @param spacing between a commit that failed and the next try
     */
    public SyncStrategy(Commits commits, Duration timeout, Duration spacing) {
        this.commits = commits;
        this.timeout = timeout;
        this.retryNanos = Math.max(spacing.toNanos(), MIN_RETRY_NANOS);
        this.last = new FinalCommit(commits, timeout);
    }

    @Override
    public void turn(long now) {
        if (!commits.isDirty()) {
            blocked = false;
            return;
        }
        if (blocked && now - lastTry < retryNanos) {
            return;
        }
        lastTry = now;
        sequence++;
        CommitOutcome outcome = commits.sync(commits.flushed(), timeout);
        if (outcome.isFatal()) {
            throw new CommitRefusedException(outcome, commits.lastError());
        }
        blocked = outcome != CommitOutcome.OK;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public long unsentRecords() {
        return commits.unacknowledgedRecords();
    }

    @Override
    public boolean isBlocked() {
        return blocked;
    }

    @Override
    public long nanosToTurn(long now) {
        return blocked ? Math.max(0, lastTry + retryNanos - now) : Long.MAX_VALUE;
    }

    @Override
    public long nanosToCommit(long now) {
        return blocked ? nanosToTurn(now) : 0;
    }

    @Override
    public void revoked(Collection<PartitionState> partitions, Deadline deadline) {
        last.revoked(partitions, deadline);
    }

    @Override
    public boolean finish(Deadline deadline) {
        return last.finish(deadline);
    }
}

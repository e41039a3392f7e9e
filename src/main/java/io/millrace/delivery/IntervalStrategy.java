package io.millrace.delivery;

import io.millrace.offsets.PartitionState;
import io.millrace.worker.Commits;
import io.millrace.worker.Deadline;
import io.millrace.worker.DeliveryStrategy;
import java.time.Duration;
import java.util.Collection;

/**
 * At least once, {@code at = interval}: a commit is due when so many records are finished since the last one, or so
 * much time has passed, whichever comes first; also in the middle of what a poll brought. How it is made is another
 * strategy's affair: with a synchronous one never more than that many records are uncommitted; an asynchronous one may
 * have to wait for an answer first, and bounds them by its own cap. Used by the worker's own thread alone.
 */
public final class IntervalStrategy implements DeliveryStrategy {
    private final Commits commits;
    private final AtLeastOnce how;
    private final int everyRecords;
    private final long everyNanos;
    private long sequence;
    private long last;
    private boolean isRunning;

    /**
     * @param how how a due commit is made: whether it is waited for
     * @param everyRecords so many records make one due
     * @param every so much time does
     */
    public IntervalStrategy(AtLeastOnce how, Commits commits, int everyRecords, Duration every) {
        this.commits = commits;
        this.how = how;
        this.everyRecords = everyRecords;
        this.everyNanos = every.toNanos();
    }

    @Override
    public int chunkLimit() {
        long left = everyRecords - how.unsentRecords();
        return left <= 0 ? how.chunkLimit() : (int) Math.min(left, how.chunkLimit());
    }

    @Override
    public void turn(long now) {
        if (!isRunning) {
            // The first interval begins with the first record, not with the start of the process.
            isRunning = true;
            last = now;
        }
        if (how.isBlocked() || isDue(now) || how.chunkLimit() <= 0) {
            how.turn(now);
            note(now);
        }
    }

    private boolean isDue(long now) {
        return how.unsentRecords() >= everyRecords || now - last >= everyNanos;
    }

    private void note(long now) {
        if (sequence != how.sequence() || !commits.isDirty()) {
            sequence = how.sequence();
            last = now;
        }
    }

    @Override
    public void commitNow(long now) {
        how.commitNow(now);
        note(now);
    }

    @Override
    public boolean isBlocked() {
        return how.isBlocked();
    }

    @Override
    public long nanosToTurn(long now) {
        if (!isRunning) {
            return 0;
        }
        if (!commits.isDirty()) {
            return how.nanosToTurn(now);
        }
        return how.isBlocked() || isDue(now) ? how.nanosToCommit(now) : Math.max(0, last + everyNanos - now);
    }

    @Override
    public void revoked(Collection<PartitionState> partitions, Deadline deadline) {
        how.revoked(partitions, deadline);
    }

    @Override
    public void lost(Collection<PartitionState> partitions) {
        how.lost(partitions);
    }

    @Override
    public boolean finish(Deadline deadline) {
        return how.finish(deadline);
    }
}

package io.millrace.delivery;

import io.millrace.offsets.PartitionState;
import io.millrace.worker.CommitBatch;
import io.millrace.worker.CommitOutcome;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.Commits;
import io.millrace.worker.Deadline;
import java.time.Duration;
import java.util.Collection;

/**
 * At least once, {@code how = async}: the loop goes on while the broker answers. Self-clocking: one commit in flight at
 * most; the next one is due when that one is answered and the spacing has passed or half of the cap waits. Each carries
 * the newest finished offsets, so a failed one is never sent again as it was: the next one replaces it, and an older
 * offset never follows a newer one. Used by the worker's own thread alone.
 *
 * <p>Invariant: at most {@code maxUnacknowledged} records are handled and not acknowledged as committed. At the cap
 * the loop waits for one synchronous commit.
 */
public final class AsyncStrategy implements AtLeastOnce {
    /** Without a spacing the loop must not spin while it waits for an answer, or for a better one. */
    private static final long MIN_WAIT_NANOS = 10_000_000;

    private final Commits commits;
    private final Duration timeout;
    private final long spacingNanos;
    private final int maxUnacknowledged;
    private final FinalCommit last;

    private long sequence;
    private boolean inFlight;
    private boolean lastFailed;
    private boolean blocked;
    /** The handler has asked for a commit, and none was acknowledged since. */
    private boolean asked;

    private long lastSent;
    private long lookAt;
    private long finishedWhenSent;
    private CommitOutcome fatal;

    public AsyncStrategy(Commits commits, Duration timeout, Duration spacing, int maxUnacknowledged) {
        this.commits = commits;
        this.timeout = timeout;
        this.spacingNanos = spacing.toNanos();
        this.maxUnacknowledged = maxUnacknowledged;
        this.last = new FinalCommit(commits, timeout);
        // The first commit waits for nothing.
        this.lastSent = Long.MIN_VALUE / 2;
    }

    @Override
    public int chunkLimit() {
        long room = maxUnacknowledged - commits.unacknowledgedRecords();
        return (int) Math.max(0, room);
    }

    @Override
    public void turn(long now) {
        throwIfFatal(fatal);
        if (!commits.isDirty()) {
            blocked = false;
            asked = false;
            return;
        }
        long waiting = unacknowledged();
        throwIfFatal(fatal);
        boolean spaced = now - lastSent >= spacingNanos;
        if (asked || waiting >= maxUnacknowledged) {
            if (!blocked || now - lastSent >= Math.max(spacingNanos, MIN_WAIT_NANOS)) {
                commitAndWait(now);
            }
            return;
        }
        blocked = false;
        if (inFlight && now - lastSent > timeout.toNanos()) {
            // No answer is no reason to wait for ever: what is sent next carries more than what is missing.
            inFlight = false;
        }
        boolean halfWaits = waiting >= maxUnacknowledged / 2 && !lastFailed;
        if (!inFlight && (spaced || halfWaits)) {
            send(now);
        }
    }

    /**
     * While the client has records at hand it does not tell of answers, however long ago they came: before the cap
     * stops the loop they are looked for, once on the way and once at the cap.
     */
    private long unacknowledged() {
        long waiting = commits.unacknowledgedRecords();
        if (!inFlight || waiting < lookAt) {
            return waiting;
        }
        lookAt = waiting < maxUnacknowledged ? maxUnacknowledged : Long.MAX_VALUE;
        commits.takeAnswers();
        return commits.unacknowledgedRecords();
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public long unsentRecords() {
        long waiting = commits.unacknowledgedRecords();
        return inFlight ? Math.min(waiting, commits.finishedRecords() - finishedWhenSent) : waiting;
    }

    @Override
    public void commitNow(long now) {
        throwIfFatal(fatal);
        if (commits.isDirty()) {
            asked = true;
            commitAndWait(now);
        }
    }

    private void commitAndWait(long now) {
        sequence++;
        inFlight = false;
        lastSent = now;
        CommitOutcome outcome = commits.sync(commits.flushed(), timeout);
        throwIfFatal(outcome);
        blocked = outcome != CommitOutcome.OK;
        lastFailed = blocked;
        asked &= blocked;
    }

    private void send(long now) {
        CommitBatch batch = commits.flushed();
        long mine = ++sequence;
        inFlight = true;
        lastSent = now;
        lookAt = maxUnacknowledged * 3L / 4;
        finishedWhenSent = commits.finishedRecords();
        commits.async(batch, (outcome, error) -> {
            if (mine == sequence) {
                inFlight = false;
                lastFailed = outcome != CommitOutcome.OK;
            }
            if (outcome.isFatal()) {
                fatal = outcome;
            }
        });
    }

    private void throwIfFatal(CommitOutcome outcome) {
        if (outcome != null && outcome.isFatal()) {
            throw new CommitRefusedException(outcome, commits.lastError());
        }
    }

    @Override
    public boolean isBlocked() {
        return blocked;
    }

    @Override
    public long nanosToTurn(long now) {
        if (!inFlight && !commits.isDirty()) {
            return Long.MAX_VALUE;
        }
        long least = inFlight || blocked || lastFailed ? Math.max(spacingNanos, MIN_WAIT_NANOS) : spacingNanos;
        return Math.max(inFlight ? least : 0, lastSent + least - now);
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

package io.millrace.delivery;

import io.millrace.offsets.PartitionState;
import io.millrace.worker.Commits;
import io.millrace.worker.Deadline;
import io.millrace.worker.DeliveryStrategy;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code mode = auto}: the client commits by its own timer, inside a poll or its close, whatever it stands behind. So
 * before each poll everything handled is flushed, and the client stands behind nothing else: what was polled and not
 * handled is given back by the loop, and what could not be flushed by {@link #forsake}. Before partitions are given up,
 * and at the end, what is finished is committed synchronously: only that tells what is committed. Used by the worker's
 * own thread alone.
 */
public final class AutoStrategy implements DeliveryStrategy {
    private final Commits commits;
    /** Makes the commits that the handler asks for. */
    private final SyncStrategy asked;

    private final FinalCommit last;
    private final Flushes flushes;
    private final Map<PartitionState, Long> flushed = new HashMap<>();

    /**
     * @param timeout of one commit
     * @param spacing between a commit that the handler asked for and that failed, and the next try
     */
    public AutoStrategy(Commits commits, Duration timeout, Duration spacing) {
        this.commits = commits;
        this.asked = new SyncStrategy(commits, timeout, spacing);
        this.last = new FinalCommit(commits, timeout);
        this.flushes = new Flushes(commits);
    }

    @Override
    public void turn(long now) {
        flush();
        if (asked.isBlocked()) {
            asked.turn(now);
        }
    }

    private void flush() {
        flushes.flush();
        for (PartitionState partition : commits.owned()) {
            // Also where no record was: what lies behind the last one, as markers do, the client may have committed.
            if (partition.position() >= 0) {
                flushed.put(partition, partition.position());
            }
        }
    }

    @Override
    public void commitNow(long now) {
        flush();
        asked.turn(now);
    }

    @Override
    public boolean isBlocked() {
        return asked.isBlocked();
    }

    @Override
    public long nanosToTurn(long now) {
        return asked.nanosToTurn(now);
    }

    @Override
    public void revoked(Collection<PartitionState> partitions, Deadline deadline) {
        try {
            last.revoked(partitions, deadline);
        } finally {
            forget(partitions);
        }
    }

    @Override
    public void lost(Collection<PartitionState> partitions) {
        forget(partitions);
    }

    private void forget(Collection<PartitionState> partitions) {
        flushed.keySet().removeAll(partitions);
    }

    @Override
    public boolean finish(Deadline deadline) {
        flush();
        return last.finish(deadline);
    }

    /** The client's close commits where it stands: it goes back to what is surely durable. */
    @Override
    public void forsake() {
        for (PartitionState partition : commits.owned()) {
            long durable = flushed.getOrDefault(partition, partition.first());
            if (durable >= 0 && durable < partition.position()) {
                commits.seek(partition, durable);
            }
        }
    }
}

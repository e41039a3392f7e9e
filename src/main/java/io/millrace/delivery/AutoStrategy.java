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
    private final Duration timeout;
    private final FinalCommit last;
    private final Map<PartitionState, Long> flushed = new HashMap<>();
    private long flushedRecords;

    /** @param timeout of the last commit */
    public AutoStrategy(Commits commits, Duration timeout) {
        this.commits = commits;
        this.timeout = timeout;
        this.last = new FinalCommit(commits, timeout);
    }

    @Override
    public void turn(long now) {
        long finished = commits.finishedRecords();
        if (finished == flushedRecords) {
            return;
        }
        commits.flush();
        flushedRecords = finished;
        for (PartitionState partition : commits.owned()) {
            flushed.put(partition, partition.position());
        }
    }

    @Override
    public void commitNow(long now) {
        turn(now);
        commits.sync(commits.flushed(), timeout);
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

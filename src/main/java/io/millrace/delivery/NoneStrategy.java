package io.millrace.delivery;

import io.millrace.offsets.PartitionState;
import io.millrace.worker.Commits;
import io.millrace.worker.Deadline;
import io.millrace.worker.DeliveryStrategy;
import java.util.Collection;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code mode = none}: nothing is ever committed, and each start of a process begins where {@code source.start} says.
 * Within a process a partition goes on where it was when it changes the worker, or comes back. Used by the worker's own
 * thread alone.
 */
public final class NoneStrategy implements DeliveryStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(NoneStrategy.class);

    private final Commits commits;
    private final KeptPositions kept;
    private final Flushes flushes;
    private boolean hasWarned;

    /** @param kept shared by all workers of the process */
    public NoneStrategy(Commits commits, KeptPositions kept) {
        this.commits = commits;
        this.kept = kept;
        this.flushes = new Flushes(commits);
    }

    @Override
    public void turn(long now) {
        flushes.flush();
    }

    @Override
    public void commitNow(long now) {
        if (!hasWarned) {
            hasWarned = true;
            LOG.warn("the handler asks for a commit, but delivery.mode = none never commits: choose another mode");
        }
        turn(now);
    }

    @Override
    public void assigned(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Long position = kept.of(partition);
            if (position != null) {
                commits.startAt(partition, position);
            }
        }
    }

    @Override
    public void revoked(Collection<PartitionState> partitions, Deadline deadline) {
        flushes.flush();
        keep(partitions);
    }

    @Override
    public void lost(Collection<PartitionState> partitions) {
        keep(partitions);
    }

    private void keep(Collection<PartitionState> partitions) {
        for (PartitionState partition : partitions) {
            if (partition.position() >= 0) {
                kept.keep(partition.partition(), partition.position());
            }
        }
    }

    @Override
    public boolean isSettled(PartitionState partition) {
        return flushes.isDone();
    }

    @Override
    public boolean finish(Deadline deadline) {
        flushes.flush();
        // Another worker of this process may get them now.
        keep(commits.owned());
        return true;
    }
}

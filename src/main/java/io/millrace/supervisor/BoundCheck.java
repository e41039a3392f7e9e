package io.millrace.supervisor;

import io.millrace.worker.RecordBudget;
import io.millrace.worker.WorkerSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Whether the run has come to one of its bounds. The supervisor's thread alone. */
final class BoundCheck {
    private final RunBounds bounds;
    private final RecordBudget budget;
    private final PinnedEnds pinned;
    private final long since;

    /** @param pinned where the run goes to; null: not to the end */
    BoundCheck(RunBounds bounds, RecordBudget budget, PinnedEnds pinned, long since) {
        this.bounds = bounds;
        this.budget = budget;
        this.pinned = pinned;
        this.since = since;
    }

    Optional<StopReason> reached(List<WorkerSnapshot> workers, Map<TopicPartition, Long> committed, long now) {
        if (budget.isUsedUp()) {
            return Optional.of(StopReason.MAX_RECORDS);
        }
        if (bounds.duration().isPresent()
                && now - since >= bounds.duration().get().toNanos()) {
            return Optional.of(StopReason.TIME);
        }
        if (pinned != null && pinned.areReached(Positions.of(workers, committed))) {
            return Optional.of(StopReason.END);
        }
        return Optional.empty();
    }

    /** Whether the end may depend on what members elsewhere commit. */
    boolean needsCommitted(List<WorkerSnapshot> workers, int partitions) {
        return pinned != null && Totals.ownedPositions(workers).size() < partitions;
    }
}

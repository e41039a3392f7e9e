package io.millrace.supervisor;

import io.millrace.metrics.WorkerCounts;
import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionView;
import io.millrace.worker.Activity;
import io.millrace.worker.HandlerResult;
import io.millrace.worker.WorkerSnapshot;
import io.millrace.worker.WorkerState;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Snapshots of workers for tests. */
final class Snapshots {
    private Snapshots() {}

    static TopicPartition partition(int number) {
        return new TopicPartition("t", number);
    }

    static PartitionView view(int partition, long epoch, Long first, Long position, Long committed) {
        return new PartitionView(partition(partition), epoch, first, position, committed);
    }

    static WorkerCounts handled(long records) {
        return new WorkerCounts(records, records * 10, records, 0, 0, 1, 0, 1, 0, 0);
    }

    /** A worker that owns these of the partitions it knows. */
    static WorkerSnapshot worker(int number, List<TopicPartition> owned, PartitionView... views) {
        return new WorkerSnapshot(
                number,
                WorkerState.RUNNING,
                Activity.POLLING,
                handled(number + 1),
                owned,
                List.of(views),
                List.of(new PartitionRange(partition(number), 0, 3)),
                List.of(),
                1_000_000_000L * (number + 1),
                5_000_000_000L * (number + 1),
                Optional.empty());
    }

    static WorkerSnapshot with(WorkerSnapshot worker, HandlerResult result) {
        return new WorkerSnapshot(
                worker.worker(),
                worker.state(),
                worker.activity(),
                worker.counts(),
                worker.owned(),
                worker.partitions(),
                worker.gaps(),
                worker.lost(),
                worker.firstPolled(),
                worker.lastFinished(),
                Optional.of(result));
    }
}

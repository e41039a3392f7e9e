package io.millrace.worker;

import io.millrace.metrics.WorkerCounts;
import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionView;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * A worker at one moment: made by the worker, immutable, published in a volatile field, read by any thread.
 *
 * @param owned the partitions that are its now
 * @param partitions what is known of each partition that is or was its
 * @param gaps records that were gone before they were read
 * @param lost committed and never to be handled
 * @param firstPolled nanoseconds of the engine's clock at the first record; 0: none yet
 * @param lastFinished nanoseconds of the engine's clock when the last chunk was finished; 0: none yet
 * @param result the handler's result, where it was asked for
 */
public record WorkerSnapshot(
        int worker,
        WorkerState state,
        Activity activity,
        WorkerCounts counts,
        List<TopicPartition> owned,
        List<PartitionView> partitions,
        List<PartitionRange> gaps,
        List<PartitionRange> lost,
        long firstPolled,
        long lastFinished,
        Optional<HandlerResult> result) {

    /** A worker of which nothing is known yet. */
    public static WorkerSnapshot initial(int worker) {
        return new WorkerSnapshot(
                worker,
                WorkerState.CREATED,
                Activity.JOINING,
                WorkerCounts.ZERO,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                0,
                Optional.empty());
    }
}

package io.millrace.supervisor;

import io.millrace.metrics.WorkerCounts;
import io.millrace.offsets.PartitionRange;
import io.millrace.worker.WorkerSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The engine at one moment. Immutable; any thread.
 *
 * @param seconds since the start
 * @param activeSeconds from the first record polled to the last one finished
 * @param counts over all workers
 * @param partitions those that are or were owned here, sorted
 * @param gaps records that were gone before they were read
 * @param lost committed and never to be handled, as at-most-once allows
 * @param progress where the run has a bound that can be measured
 * @param result the handlers' results, merged; null where there is none or none was asked for
 */
public record EngineSnapshot(
        String name,
        String group,
        EngineState state,
        Instant startedAt,
        double seconds,
        double activeSeconds,
        WorkerCounts counts,
        List<WorkerSnapshot> workers,
        List<PartitionStatus> partitions,
        List<Abandoned> abandoned,
        List<PartitionRange> gaps,
        List<PartitionRange> lost,
        Optional<RunProgress> progress,
        Object result) {

    /** The same with another state and other records in hand. */
    public EngineSnapshot with(EngineState other, List<Abandoned> inHand) {
        return new EngineSnapshot(
                name,
                group,
                other,
                startedAt,
                seconds,
                activeSeconds,
                counts,
                workers,
                partitions,
                inHand,
                gaps,
                Totals.lost(workers, inHand),
                progress,
                result);
    }

    /** Records between what is committed and the end, over the partitions of which both are known; null: of none. */
    public Long lag() {
        Long sum = null;
        for (PartitionStatus partition : partitions) {
            Long lag = partition.lag();
            if (lag != null) {
                sum = sum == null ? lag : Long.valueOf(sum + lag);
            }
        }
        return sum;
    }
}

package io.millrace.supervisor;

import io.millrace.metrics.WorkerCounts;
import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionView;
import io.millrace.worker.HandlerResult;
import io.millrace.worker.WorkerSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds up the workers' snapshots. Stateless; any thread. */
final class Totals {
    private static final Logger LOG = LoggerFactory.getLogger(Totals.class);
    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private Totals() {}

    static WorkerCounts counts(List<WorkerSnapshot> workers) {
        return workers.stream().map(WorkerSnapshot::counts).reduce(WorkerCounts.ZERO, WorkerCounts::plus);
    }

    /** From the first record polled to the last one finished; 0 if there was none. */
    static double activeSeconds(List<WorkerSnapshot> workers) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (WorkerSnapshot worker : workers) {
            if (worker.firstPolled() != 0) {
                first = Math.min(first, worker.firstPolled());
                last = Math.max(last, worker.lastFinished());
            }
        }
        return last > first ? (last - first) / 1e9 : 0;
    }

    /**
     * Each partition that is or was owned here, sorted.
     *
     * @param committed as the group says; it wins over what a worker remembers
     */
    static List<PartitionStatus> partitions(
            List<WorkerSnapshot> workers, Map<TopicPartition, Long> committed, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, PartitionView> views = new TreeMap<>(ORDER);
        Map<TopicPartition, Integer> owners = new HashMap<>();
        for (WorkerSnapshot worker : workers) {
            worker.partitions().forEach(view -> views.merge(view.partition(), view, PartitionView::join));
            worker.owned().forEach(partition -> owners.put(partition, worker.worker()));
        }
        List<PartitionStatus> all = new ArrayList<>();
        views.forEach((partition, view) -> all.add(new PartitionStatus(
                partition,
                owners.get(partition),
                view.first(),
                view.position(),
                latest(view.committed(), committed.get(partition)),
                end(view.position(), ends.get(partition)))));
        return all;
    }

    /** An end that was heard of may be older than what is handled since; one that was not stays unknown. */
    private static Long end(Long position, Long heard) {
        return heard == null ? null : latest(position, heard);
    }

    /** Both numbers were true at some time, and neither goes down: the greater one is the newer one. */
    private static Long latest(Long left, Long right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return Math.max(left, right);
    }

    /** How far the workers here are with what they own now. */
    static Map<TopicPartition, Long> ownedPositions(List<WorkerSnapshot> workers) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        for (WorkerSnapshot worker : workers) {
            for (PartitionView view : worker.partitions()) {
                if (view.position() != null && worker.owned().contains(view.partition())) {
                    positions.put(view.partition(), view.position());
                }
            }
        }
        return positions;
    }

    static List<PartitionRange> gaps(List<WorkerSnapshot> workers) {
        return workers.stream().flatMap(worker -> worker.gaps().stream()).toList();
    }

    /**
     * What was committed and will never be handled.
     *
     * @param abandoned what was in hand when the time was over: the rest of its chunk is lost with it, where it was
     *     committed before
     */
    static List<PartitionRange> lost(List<WorkerSnapshot> workers, List<Abandoned> abandoned) {
        List<PartitionRange> all = new ArrayList<>();
        for (WorkerSnapshot worker : workers) {
            all.addAll(worker.lost());
            abandoned.stream()
                    .filter(record -> record.worker() == worker.worker())
                    .forEach(record -> all.addAll(lostWith(record, worker)));
        }
        return all;
    }

    private static List<PartitionRange> lostWith(Abandoned record, WorkerSnapshot worker) {
        List<PartitionRange> ranges = new ArrayList<>();
        for (PartitionView view : worker.partitions()) {
            if (view.position() != null
                    && view.committed() != null
                    && worker.owned().contains(view.partition())) {
                // It is behind what the worker showed last.
                long from = view.partition().equals(record.partition())
                        ? Math.max(view.position(), record.offset())
                        : view.position();
                if (from < view.committed()) {
                    ranges.add(new PartitionRange(view.partition(), from, view.committed()));
                }
            }
        }
        return ranges;
    }

    /** The handlers' results as one; null where no handler told any, or where they cannot be joined. */
    static Object result(List<WorkerSnapshot> workers) {
        List<HandlerResult> results = workers.stream()
                .flatMap(worker -> worker.result().stream())
                .filter(result -> result.value() != null)
                .toList();
        if (results.isEmpty()) {
            return null;
        }
        try {
            return results.get(0)
                    .merge()
                    .apply(results.stream().map(HandlerResult::value).toList());
        } catch (RuntimeException e) {
            // A user's code: it must not take the summary with it.
            LOG.error("the handler's merge failed: {}", e.toString());
            return null;
        }
    }
}

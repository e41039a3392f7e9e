package io.millrace.supervisor;

import io.millrace.worker.WorkerSnapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once of each worker that it has nothing to do because the others own everything. The supervisor's thread alone. */
final class IdleNotice {
    private static final Logger LOG = LoggerFactory.getLogger(IdleNotice.class);
    /** The first worker that joins owns all for a moment; only what lasts is worth a line. */
    private static final long SETTLED_NANOS = 10_000_000_000L;

    private final Set<Integer> told = new HashSet<>();
    private final boolean certain;
    private long since;

    IdleNotice(int workers, int partitions) {
        this.certain = workers > partitions;
        if (certain) {
            LOG.info(
                    "{} workers for {} partitions: {} will have nothing to do",
                    workers,
                    partitions,
                    workers - partitions);
        }
    }

    /** @param now nanoseconds of the engine's clock */
    void look(List<WorkerSnapshot> workers, int partitions, long now) {
        int owned = workers.stream().mapToInt(worker -> worker.owned().size()).sum();
        if (owned < partitions) {
            since = 0;
            return;
        }
        since = since == 0 ? now : since;
        if (!certain && now - since < SETTLED_NANOS) {
            return;
        }
        for (WorkerSnapshot worker : workers) {
            if (worker.owned().isEmpty() && told.add(worker.worker())) {
                int others = workers.size() - 1;
                LOG.info(
                        "worker {} is idle: {} all {} partitions",
                        worker.worker(),
                        others == 1 ? "the other one owns" : "the other " + others + " own",
                        partitions);
            }
        }
    }
}

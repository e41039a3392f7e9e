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

    private final Set<Integer> told = new HashSet<>();

    IdleNotice(int workers, int partitions) {
        if (workers > partitions) {
            LOG.info(
                    "{} workers for {} partitions: {} will have nothing to do",
                    workers,
                    partitions,
                    workers - partitions);
        }
    }

    void look(List<WorkerSnapshot> workers, int partitions) {
        int owned = workers.stream().mapToInt(worker -> worker.owned().size()).sum();
        if (owned < partitions) {
            return;
        }
        for (WorkerSnapshot worker : workers) {
            if (worker.owned().isEmpty() && told.add(worker.worker())) {
                LOG.info(
                        "worker {} is idle: the other {} own all {} partitions",
                        worker.worker(),
                        workers.size() - 1,
                        partitions);
            }
        }
    }
}

package io.millrace.supervisor;

import io.millrace.worker.WorkerSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** How far the group is, as far as it can be known here. Stateless; any thread. */
final class Positions {
    private Positions() {}

    /** The position of what is owned here; the committed offset of what others own. */
    static Map<TopicPartition, Long> of(List<WorkerSnapshot> workers, Map<TopicPartition, Long> committed) {
        Map<TopicPartition, Long> positions = new HashMap<>(committed);
        positions.putAll(Totals.ownedPositions(workers));
        return positions;
    }
}

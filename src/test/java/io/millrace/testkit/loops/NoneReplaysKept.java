package io.millrace.testkit.loops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Wrong: begins anew with the partitions that it keeps whenever others come. V6, V3. */
final class NoneReplaysKept extends NoneLoop {
    private final Map<TopicPartition, Long> begins = new HashMap<>();

    NoneReplaysKept(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    public void startedAt(TopicPartition partition, long offset) {
        begins.put(partition, offset);
        super.startedAt(partition, offset);
    }

    @Override
    public void assigned(Map<TopicPartition, Long> committed) {
        List<TopicPartition> kept = List.copyOf(owned.keySet());
        super.assigned(committed);
        for (TopicPartition partition : kept) {
            Long begin = begins.get(partition);
            if (begin != null) {
                drop(partition);
                client.seek(partition, begin, "anew");
            }
        }
    }
}

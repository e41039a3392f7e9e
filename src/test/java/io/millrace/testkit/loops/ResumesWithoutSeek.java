package io.millrace.testkit.loops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Wrong: knows a failing partition's place by partition, not by ownership: when it comes back, reading is resumed where
 * it was paused, behind the failed record, and nobody goes back to that one. V7.
 */
final class ResumesWithoutSeek extends SyncLoop {
    private final Map<TopicPartition, Long> places = new HashMap<>();

    ResumesWithoutSeek(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void failed(PolledRecord record) {
        places.put(record.partition(), client.position(record.partition()));
        super.failed(record);
    }

    @Override
    void resumed(Owned of) {
        places.remove(of.partition);
        super.resumed(of);
    }

    @Override
    public void assigned(Map<TopicPartition, Long> committed) {
        super.assigned(committed);
        for (TopicPartition partition : List.copyOf(committed.keySet())) {
            Long place = places.remove(partition);
            if (place != null) {
                client.seek(partition, place, "resume");
            }
        }
    }
}

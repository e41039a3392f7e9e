package io.millrace.testkit.loops;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Wrong: goes on behind a failed record and goes back to it after the batch; where two of one partition have failed, it
 * goes back to the later one only. V1.
 */
final class LaterSeekWins extends SyncLoop {
    private final Map<TopicPartition, Long> seeks = new LinkedHashMap<>();

    LaterSeekWins(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void failed(PolledRecord record) {
        countFailure(record);
        seeks.put(record.partition(), record.offset());
    }

    @Override
    void turn() {
        seeks.forEach((partition, offset) -> {
            if (client.owns(partition)) {
                client.seek(partition, offset, "retry");
                owned.get(partition).position = offset;
            }
        });
        seeks.clear();
        super.turn();
    }
}

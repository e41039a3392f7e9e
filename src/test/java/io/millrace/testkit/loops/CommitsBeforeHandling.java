package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.JournalEvent.Mode;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Wrong: commits what was polled, then handles it. V2. */
final class CommitsBeforeHandling extends SyncLoop {
    CommitsBeforeHandling(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    void pollOnce() {
        super.pollOnce();
        Map<TopicPartition, Long> polled = new HashMap<>();
        queue.forEach(record -> polled.put(record.partition(), client.position(record.partition())));
        if (!polled.isEmpty()) {
            client.commitSync(polled, Mode.SYNC);
        }
    }
}

package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.JournalEvent.Mode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Wrong: when partitions are given up, commits the highest offset polled, not the highest finished. V2, V1. */
final class CommitsPolledOnRevoke extends SyncLoop {
    CommitsPolledOnRevoke(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    public void revoked(List<TopicPartition> partitions) {
        Map<TopicPartition, Long> polled = new HashMap<>();
        partitions.stream()
                .map(owned::get)
                .filter(of -> of.position >= 0)
                .forEach(of -> polled.put(of.partition, polled(of)));
        if (!polled.isEmpty()) {
            client.commitSync(polled, Mode.SYNC);
        }
        partitions.forEach(owned::remove);
    }
}

package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.JournalEvent.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Wrong: promises to commit nothing, and does when partitions are given up. V2. */
final class NoneCommitsOnRevoke extends NoneLoop {
    NoneCommitsOnRevoke(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    public void revoked(List<TopicPartition> partitions) {
        Map<TopicPartition, Long> finished = new LinkedHashMap<>();
        partitions.stream()
                .map(owned::get)
                .filter(of -> of.position >= 0)
                .forEach(of -> finished.put(of.partition, of.position));
        if (!finished.isEmpty()) {
            client.commitSync(finished, Mode.SYNC);
        }
        super.revoked(partitions);
    }
}

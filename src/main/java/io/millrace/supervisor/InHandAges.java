package io.millrace.supervisor;

import io.millrace.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Since when each worker has had the same record in hand. The workers read no clock per record: the ticker looks, and
 * remembers when it first saw a record. The supervisor's thread looks; any thread may ask.
 */
final class InHandAges {
    private record Seen(ConsumerRecord<byte[], byte[]> record, long since) {}

    private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();

    /** Looks at all workers. */
    void look(List<Worker> workers, long now) {
        for (Worker worker : workers) {
            ConsumerRecord<byte[], byte[]> record = worker.inHand();
            Seen before = seen.get(worker.number());
            if (record == null) {
                seen.remove(worker.number());
            } else if (before == null || before.record() != record) {
                seen.put(worker.number(), new Seen(record, now));
            }
        }
    }

    /** The records that are in hand at this moment, and for how long at least. */
    List<Abandoned> inHand(List<Worker> workers, long now) {
        List<Abandoned> all = new ArrayList<>();
        for (Worker worker : workers) {
            ConsumerRecord<byte[], byte[]> record = worker.inHand();
            if (record != null) {
                Seen at = seen.get(worker.number());
                long since = at != null && at.record() == record ? at.since() : now;
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                all.add(new Abandoned(partition, record.offset(), worker.number(), (now - since) / 1e9));
            }
        }
        return all;
    }
}

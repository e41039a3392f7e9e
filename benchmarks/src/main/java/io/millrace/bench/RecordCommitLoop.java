package io.millrace.bench;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** As {@link NoopLoop}, and commits synchronously after each record. */
final class RecordCommitLoop extends NoopLoop {
    @Override
    public int handle(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
        int handled = 0;
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> list = records.records(partition);
            for (ConsumerRecord<byte[], byte[]> record : list) {
                bytes += record.value().length;
                OffsetAndMetadata next = new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "");
                consumer.commitSync(Map.of(partition, next), COMMIT_TIMEOUT);
                handled++;
            }
        }
        return handled;
    }
}

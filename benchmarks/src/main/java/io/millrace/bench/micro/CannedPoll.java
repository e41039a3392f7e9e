package io.millrace.bench.micro;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * What polls could return: {@value #RECORDS} short values without keys, of {@value #PARTITIONS} partitions. The records
 * are the same each time; only their offsets move on. For one thread.
 */
final class CannedPoll {
    static final int RECORDS = 500;
    static final int PARTITIONS = 8;
    static final String TOPIC = "canned";

    private static final String[] VALUES = {
        "Japan",
        "Italy",
        "Spain",
        "France",
        "Brazil",
        "Canada",
        "Sweden",
        "Germany",
        "Denmark",
        "Finland",
        "Portugal",
        "Colombia"
    };

    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
    private final Base base = new Base();

    private static final class Base {
        private long offset = -RECORDS;
    }

    private static final class MovingRecord extends ConsumerRecord<byte[], byte[]> {
        private final Base base;

        MovingRecord(Base base, int partition, long offset, byte[] value) {
            super(
                    TOPIC,
                    partition,
                    offset,
                    0L,
                    TimestampType.CREATE_TIME,
                    ConsumerRecord.NULL_SIZE,
                    value.length,
                    null,
                    value,
                    new RecordHeaders(),
                    Optional.of(0));
            this.base = base;
        }

        @Override
        public long offset() {
            return base.offset + super.offset();
        }
    }

    CannedPoll() {
        for (int number = 0; number < RECORDS; number++) {
            TopicPartition partition = new TopicPartition(TOPIC, number * PARTITIONS / RECORDS);
            var list = records.computeIfAbsent(partition, made -> new ArrayList<>());
            byte[] value = VALUES[number * 31 % VALUES.length].getBytes(StandardCharsets.UTF_8);
            list.add(new MovingRecord(base, partition.partition(), list.size(), value));
        }
    }

    List<TopicPartition> partitions() {
        return List.copyOf(records.keySet());
    }

    /** The next {@value #RECORDS} records. */
    ConsumerRecords<byte[], byte[]> next() {
        base.offset += RECORDS;
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        records.forEach((partition, list) ->
                next.put(partition, new OffsetAndMetadata(base.offset + list.size(), Optional.of(0), "")));
        return new ConsumerRecords<>(records, next);
    }
}

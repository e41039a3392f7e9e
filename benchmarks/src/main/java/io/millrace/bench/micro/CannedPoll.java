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

/** What a poll could have returned: short values, no keys. Immutable; any thread. */
public final class CannedPoll {
    public static final int RECORDS = 500;
    public static final int PARTITIONS = 8;

    private static final String TOPIC = "canned";
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

    private CannedPoll() {}

    /** {@value #RECORDS} records of {@value #PARTITIONS} partitions. */
    public static ConsumerRecords<byte[], byte[]> create() {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        for (int number = 0; number < RECORDS; number++) {
            TopicPartition partition = new TopicPartition(TOPIC, number * PARTITIONS / RECORDS);
            var list = records.computeIfAbsent(partition, made -> new ArrayList<>());
            list.add(record(partition.partition(), list.size(), VALUES[number * 31 % VALUES.length]));
            next.put(partition, new OffsetAndMetadata(list.size(), Optional.of(0), ""));
        }
        return new ConsumerRecords<>(records, next);
    }

    private static ConsumerRecord<byte[], byte[]> record(int partition, long offset, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>(
                TOPIC,
                partition,
                offset,
                0L,
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                bytes.length,
                null,
                bytes,
                new RecordHeaders(),
                Optional.of(0));
    }
}

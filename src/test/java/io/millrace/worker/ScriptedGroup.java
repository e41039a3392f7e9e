package io.millrace.worker;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * What the broker has: the logs, and the offsets that a group has committed. It outlives a consumer. Any thread;
 * guarded by this object.
 */
public final class ScriptedGroup {
    public static final String TOPIC = "t";
    /** The leader's epoch of every record. */
    static final int LEADER = 7;

    /** One partition's log: records, holes where markers or compacted records are, and an end. */
    private static final class Log {
        final TreeMap<Long, ConsumerRecord<byte[], byte[]>> records = new TreeMap<>();
        long begin;
        long end;
    }

    private final Map<TopicPartition, Log> logs = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    private final List<Map<TopicPartition, Long>> applied = new ArrayList<>();

    public static TopicPartition partition(int number) {
        return new TopicPartition(TOPIC, number);
    }

    private Log log(int partition) {
        return logs.computeIfAbsent(partition(partition), unused -> new Log());
    }

    /** Appends so many records, with values {@code v<offset>}. */
    public synchronized ScriptedGroup append(int partition, int records) {
        for (int i = 0; i < records; i++) {
            append(partition, "v" + log(partition).end);
        }
        return this;
    }

    /** Appends one record. */
    public synchronized ScriptedGroup append(int partition, String value) {
        Log log = log(partition);
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        log.records.put(
                log.end,
                new ConsumerRecord<>(
                        TOPIC,
                        partition,
                        log.end,
                        log.end,
                        TimestampType.CREATE_TIME,
                        -1,
                        bytes.length,
                        null,
                        bytes,
                        new RecordHeaders(),
                        Optional.of(LEADER)));
        log.end++;
        notifyAll();
        return this;
    }

    /** So many offsets of which no record tells: transaction markers, or records that were compacted away. */
    public synchronized ScriptedGroup hole(int partition, int offsets) {
        log(partition).end += offsets;
        return this;
    }

    /** Deletes everything below an offset. */
    synchronized void deleteBefore(int partition, long begin) {
        Log log = log(partition);
        log.begin = begin;
        log.end = Math.max(log.end, begin);
        log.records.headMap(begin).clear();
    }

    /** Takes back everything from an offset on. */
    synchronized void truncate(int partition, long end) {
        Log log = log(partition);
        log.end = end;
        log.records.tailMap(end).clear();
    }

    synchronized long begin(TopicPartition partition) {
        return log(partition.partition()).begin;
    }

    synchronized long end(TopicPartition partition) {
        return log(partition.partition()).end;
    }

    /** The first offset with a record at this time or later; null: none. Records have their offset as time. */
    synchronized Long offsetAt(TopicPartition partition, long time) {
        return log(partition.partition()).records.ceilingKey(time);
    }

    /** Up to so many records from an offset on. */
    synchronized List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long from, int most) {
        return log(partition.partition()).records.tailMap(from).values().stream()
                .limit(most)
                .toList();
    }

    synchronized List<Long> offsets(TopicPartition partition, long from, long to) {
        return List.copyOf(log(partition.partition()).records.subMap(from, to).keySet());
    }

    /** Sets what the group has committed before the test begins. */
    public synchronized ScriptedGroup commit(int partition, long offset) {
        committed.put(partition(partition), new OffsetAndMetadata(offset));
        return this;
    }

    synchronized void apply(Map<TopicPartition, OffsetAndMetadata> offsets) {
        committed.putAll(offsets);
        Map<TopicPartition, Long> plain = new HashMap<>();
        offsets.forEach((partition, offset) -> plain.put(partition, offset.offset()));
        applied.add(plain);
    }

    synchronized OffsetAndMetadata committed(TopicPartition partition) {
        return committed.get(partition);
    }

    synchronized Set<TopicPartition> partitions() {
        return Set.copyOf(logs.keySet());
    }

    /** Whether a commit was ever applied that was below an earlier one. */
    public synchronized boolean hasGoneDown() {
        Map<TopicPartition, Long> newest = new HashMap<>();
        boolean down = false;
        for (Map<TopicPartition, Long> commit : applied) {
            for (Map.Entry<TopicPartition, Long> offset : commit.entrySet()) {
                Long before = newest.put(offset.getKey(), offset.getValue());
                down |= before != null && before > offset.getValue();
            }
        }
        return down;
    }

    /** The committed offset, or null. */
    public Long committed(int partition) {
        OffsetAndMetadata offset = committed(partition(partition));
        return offset == null ? null : Long.valueOf(offset.offset());
    }

    /** All commits that were applied, in order. */
    public synchronized List<Map<TopicPartition, Long>> applied() {
        return List.copyOf(applied);
    }
}

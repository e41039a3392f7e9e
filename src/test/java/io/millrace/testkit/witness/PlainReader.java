package io.millrace.testkit.witness;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A reader without a group, of logs from a beginning to an end. One thread. */
final class PlainReader implements AutoCloseable {
    static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private static final Duration QUESTION = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PATIENCE_NANOS = QUESTION.toNanos();

    /** What there is to read: {@code [begin, end)}. */
    record Span(long begin, long end) {}

    private final Consumer<byte[], byte[]> consumer;

    PlainReader(String bootstrap, boolean readCommitted) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                        ConsumerConfig.CLIENT_ID_CONFIG, "ledger-reader",
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, readCommitted ? "read_committed" : "read_uncommitted",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
                        ConsumerConfig.EXCLUDE_INTERNAL_TOPICS_CONFIG, "false",
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** What each partition of a topic holds now, as this isolation level sees it; empty: there is no such topic. */
    Map<TopicPartition, Span> spans(String topic) {
        List<PartitionInfo> known = consumer.partitionsFor(topic, QUESTION);
        if (known == null) {
            return Map.of();
        }
        List<TopicPartition> partitions = known.stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, QUESTION);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, QUESTION);
        Map<TopicPartition, Span> spans = new TreeMap<>(ORDER);
        ends.forEach((partition, end) -> spans.put(partition, new Span(begins.get(partition), end)));
        return spans;
    }

    /** Gives every record of these spans, of each partition in the order of its log. */
    void read(Map<TopicPartition, Span> spans, BiConsumer<TopicPartition, ConsumerRecord<byte[], byte[]>> visitor) {
        Map<TopicPartition, Long> left = new HashMap<>();
        spans.forEach((partition, span) -> {
            if (span.begin < span.end) {
                left.put(partition, span.end);
            }
        });
        consumer.assign(left.keySet());
        left.keySet().forEach(partition -> consumer.seek(partition, spans.get(partition).begin));
        long lastProgress = System.nanoTime();
        while (!left.isEmpty()) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (ConsumerRecord<byte[], byte[]> record : records) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                if (record.offset() < spans.get(partition).end) {
                    visitor.accept(partition, record);
                }
            }
            // Positions pass markers and what is not visible, records do not.
            if (left.entrySet().removeIf(entry -> consumer.position(entry.getKey(), QUESTION) >= entry.getValue())) {
                consumer.assign(left.keySet());
            }
            if (!records.isEmpty()) {
                lastProgress = System.nanoTime();
            } else if (System.nanoTime() - lastProgress > PATIENCE_NANOS) {
                throw new AssertionError("the log of " + left + " was not given up to there in " + QUESTION);
            }
        }
    }

    /**
     * Gives what there is and what comes until told to stop. Where the log is cut above the reader, it goes on at what
     * is left.
     */
    void follow(
            Map<TopicPartition, Span> spans,
            BooleanSupplier stop,
            BiConsumer<TopicPartition, ConsumerRecord<byte[], byte[]>> visitor) {
        consumer.assign(spans.keySet());
        spans.forEach((partition, span) -> consumer.seek(partition, span.begin));
        while (!stop.getAsBoolean()) {
            try {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    visitor.accept(new TopicPartition(record.topic(), record.partition()), record);
                }
            } catch (OffsetOutOfRangeException e) {
                consumer.seekToBeginning(e.partitions());
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}

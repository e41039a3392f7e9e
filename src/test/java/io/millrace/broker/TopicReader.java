package io.millrace.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;

/** Reads with Kafka's plain consumer, so that what was loaded is judged by something that is not ours. */
final class TopicReader {
    private static final Duration POLL = Duration.ofMillis(100);

    private TopicReader() {}

    /** Every record of a topic, partition by partition in order, read without a group. */
    static List<ConsumerRecord<String, String>> all(String bootstrap, String topic) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (Consumer<String, String> consumer = consumer(bootstrap, Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Awaitility.await()
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        consumer.poll(POLL).forEach(records::add);
                        return ends.entrySet().stream()
                                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
                    });
        }
        return records;
    }

    /** The values that a new group gets until there are so many. */
    static List<String> byGroup(String bootstrap, String topic, String protocol, int count) {
        List<String> values = new ArrayList<>();
        Map<String, Object> group = Map.of(
                ConsumerConfig.GROUP_ID_CONFIG, topic + "-" + protocol, ConsumerConfig.GROUP_PROTOCOL_CONFIG, protocol);
        try (Consumer<String, String> consumer = consumer(bootstrap, group)) {
            consumer.subscribe(Set.of(topic));
            Awaitility.await()
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        consumer.poll(POLL).forEach(record -> values.add(record.value()));
                        return values.size() >= count;
                    });
            consumer.commitSync();
        }
        return values;
    }

    private static Consumer<String, String> consumer(String bootstrap, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
    }
}

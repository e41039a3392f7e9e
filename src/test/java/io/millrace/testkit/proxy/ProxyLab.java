package io.millrace.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.KafkaFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * The proxied broker that the tests of this package share, started by the first that asks and closed with the JVM, and
 * clients for it. One thread.
 */
final class ProxyLab {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration POLL = Duration.ofMillis(100);

    private ProxyLab() {}

    /** Made on first use. */
    private static final class Shared {
        static final ProxiedBroker BROKER = start();

        private static ProxiedBroker start() {
            ProxiedBroker broker = ProxiedBroker.start();
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop-proxied-broker"));
            return broker;
        }
    }

    static ProxiedBroker broker() {
        return Shared.BROKER;
    }

    static KafkaProxy proxy() {
        return broker().proxy();
    }

    /** A new topic with one partition. */
    static TopicPartition topic() {
        String name = KafkaFixture.uniqueName("topic");
        get(broker().admin()
                .createTopics(List.of(new NewTopic(name, 1, (short) 1)))
                .all()
                .toCompletionStage()
                .toCompletableFuture());
        return new TopicPartition(name, 0);
    }

    static Producer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", broker().bootstrap());
        settings.put("max.request.size", 4 << 20);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Produces records of one byte, their number, through the proxy. */
    static void produce(TopicPartition partition, int count) {
        produce(
                partition,
                IntStream.range(0, count).mapToObj(i -> new byte[] {(byte) i}).toList());
    }

    /** Produces these values through the proxy and returns when all are acknowledged. */
    static void produce(TopicPartition partition, List<byte[]> values) {
        try (Producer<byte[], byte[]> producer = producer(Map.of())) {
            List<Future<RecordMetadata>> sent = values.stream()
                    .map(value -> producer.send(new ProducerRecord<>(partition.topic(), value)))
                    .toList();
            producer.flush();
            assertThat(sent).allSatisfy(future -> assertThat(future).succeedsWithin(PATIENCE));
        }
    }

    /** A consumer of this topic behind the proxy, with the group's name for its client id. */
    static Consumer<byte[], byte[]> consumer(String protocol, String group, TopicPartition partition) {
        return consumer(protocol, group, partition, Map.of());
    }

    static Consumer<byte[], byte[]> consumer(
            String protocol, String group, TopicPartition partition, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", broker().bootstrap());
        settings.put("group.id", group);
        settings.put("client.id", group);
        settings.put("group.protocol", protocol);
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", "false");
        Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(partition.topic()));
        return consumer;
    }

    /** Polls until so many records have come. */
    static List<ConsumerRecord<byte[], byte[]>> poll(Consumer<byte[], byte[]> consumer, int count) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Awaitility.await()
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> {
                    consumer.poll(POLL).forEach(records::add);
                    return records.size() >= count;
                });
        return records;
    }

    static Map<TopicPartition, OffsetAndMetadata> at(TopicPartition partition, long offset) {
        return Map.of(partition, new OffsetAndMetadata(offset));
    }

    /** What the broker has for the group, asked past the proxy; -1 for nothing. */
    static long committed(String group, TopicPartition partition) {
        OffsetAndMetadata offset = get(broker().admin()
                        .listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .toCompletionStage()
                        .toCompletableFuture())
                .get(partition);
        return offset == null ? -1 : offset.offset();
    }

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}

package io.millrace.testkit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The one broker of a test JVM, started by the first test that asks and stopped with the JVM. Tests share it, so each
 * takes topics and groups of its own by {@link #uniqueName}. Any thread.
 */
public final class KafkaFixture {
    private static final long TIMEOUT_SECONDS = 30;
    private static final int UNIQUE_CHARACTERS = 8;

    private final String bootstrap;
    private final Admin admin;
    private final Producer<String, String> producer;

    private KafkaFixture(String bootstrap) {
        this.bootstrap = bootstrap;
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
        producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Made on first use, by the rules of class initialisation: once, whichever thread comes first. */
    private static final class Shared {
        static final KafkaFixture INSTANCE = start();

        private static KafkaFixture start() {
            KafkaProvider provider = KafkaProvider.start();
            KafkaFixture fixture = new KafkaFixture(provider.bootstrap());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> fixture.stop(provider), "stop-test-broker"));
            return fixture;
        }
    }

    private void stop(KafkaProvider provider) {
        // Clients first: they would warn of a broker that is gone.
        producer.close(Duration.ZERO);
        admin.close(Duration.ZERO);
        provider.stop();
    }

    /** This JVM's broker. */
    public static KafkaFixture kafka() {
        return Shared.INSTANCE;
    }

    /** A name for a topic or a group that no other test has: the stem and a few random characters. */
    public static String uniqueName(String stem) {
        return stem + "-" + UUID.randomUUID().toString().substring(0, UNIQUE_CHARACTERS);
    }

    public String bootstrap() {
        return bootstrap;
    }

    /** For all that has no method here; not to be closed. */
    public Admin admin() {
        return admin;
    }

    /** Makes a topic with a name of its own and returns the name once clients can use every partition. */
    public String createTopic(int partitions) {
        return createTopic(uniqueName("topic"), partitions);
    }

    public String createTopic(String name, int partitions) {
        get(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all());
        awaitPartitions(name, partitions);
        return name;
    }

    /** Lets a topic grow to so many partitions in all, and returns once clients can use them. */
    public void addPartitions(String topic, int total) {
        get(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total)))
                .all());
        awaitPartitions(topic, total);
    }

    /** The controller says "made" a moment before the broker can say where; until then a client would get an error. */
    private void awaitPartitions(String topic, int partitions) {
        await().pollInSameThread()
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptionsInstanceOf(AssertionError.class)
                .until(() -> partitions(topic).size() == partitions
                        && endOffsets(topic).size() == partitions);
    }

    /**
     * Produces {@code count} records and returns when all are acknowledged. The key decides the partition; a function
     * that returns null makes records without a key.
     *
     * @param key the key of record 0, 1, …
     * @param value the value of record 0, 1, …
     */
    public void produce(String topic, int count, IntFunction<String> key, IntFunction<String> value) {
        send(count, i -> new ProducerRecord<>(topic, key.apply(i), value.apply(i)));
    }

    /** As {@link #produce}, into one partition. */
    public void produceTo(TopicPartition target, int count, IntFunction<String> key, IntFunction<String> value) {
        send(count, i -> new ProducerRecord<>(target.topic(), target.partition(), key.apply(i), value.apply(i)));
    }

    /** So many records into each of a topic's partitions; the value of each is {@code partition:number}. */
    public void produceToEach(String topic, int perPartition) {
        partitions(topic)
                .forEach(partition ->
                        produceTo(partition, perPartition, i -> "k" + i, i -> partition.partition() + ":" + i));
    }

    private void send(int count, IntFunction<ProducerRecord<String, String>> record) {
        CompletableFuture<?>[] sent =
                IntStream.range(0, count).mapToObj(record).map(this::send).toArray(CompletableFuture<?>[]::new);
        producer.flush();
        CompletableFuture.allOf(sent).join();
    }

    private CompletableFuture<Void> send(ProducerRecord<String, String> record) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        producer.send(record, (metadata, error) -> {
            if (error == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(error);
            }
        });
        return done;
    }

    /** A group's committed offsets; a partition without one is not in the map. */
    public Map<TopicPartition, Long> committed(String group) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        offsets.put(partition, offset.offset());
                    }
                });
        return offsets;
    }

    /** Where the next record of each partition will be. */
    public Map<TopicPartition, Long> endOffsets(String topic) {
        return offsets(topic, OffsetSpec.latest());
    }

    /** The first record that each partition still has. */
    public Map<TopicPartition, Long> beginningOffsets(String topic) {
        return offsets(topic, OffsetSpec.earliest());
    }

    private Map<TopicPartition, Long> offsets(String topic, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> wanted =
                partitions(topic).stream().collect(Collectors.toMap(Function.identity(), partition -> spec));
        return get(admin.listOffsets(wanted).all()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    public List<TopicPartition> partitions(String topic) {
        TopicDescription description =
                get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
        return description.partitions().stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    /** Deletes a partition's records below an offset, as retention would. */
    public void deleteRecords(TopicPartition partition, long before) {
        get(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before)))
                .all());
    }

    public void deleteTopics(Collection<String> topics) {
        get(admin.deleteTopics(topics).all());
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            String what =
                    cause instanceof TimeoutException ? "no answer in " + TIMEOUT_SECONDS + " s" : cause.getMessage();
            throw new AssertionError("the test broker did not do it: " + what, cause);
        }
    }
}

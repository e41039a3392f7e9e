package io.millrace.broker;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes topics and fills them from a {@link Source}. Any thread; nothing is kept between calls. */
public final class TopicLoader {
    private static final int TIMEOUT_MS = 15_000;
    private static final int RETRY_MS = 20;
    private static final int BATCH_BYTES = 262_144;
    private static final int LINGER_MS = 50;

    private TopicLoader() {}

    /**
     * Makes a topic, unless it is there with as many partitions.
     *
     * @throws BrokerException where it is there with another number of partitions, or cannot be made
     */
    public static void createTopic(String bootstrap, String name, int partitions) {
        try (Admin admin = Admin.create(adminSettings(bootstrap))) {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
                    .all()
                    .get();
            awaitLeaders(admin, name, partitions);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                checkPartitions(bootstrap, name, partitions);
            } else {
                throw new BrokerException(
                        "topic " + name + " cannot be made on " + bootstrap + ": "
                                + e.getCause().getMessage()
                                + " (check the name, the number of partitions, and that the broker runs)",
                        e.getCause());
            }
        } catch (InterruptedException e) {
            throw interrupted("topic " + name + " was made", e);
        } catch (KafkaException e) {
            throw new BrokerException(
                    "no broker can be asked for topic " + name + " at " + bootstrap + ": " + reason(e)
                            + " (check the address)",
                    e);
        }
    }

    /**
     * The controller says "made" a moment before the broker knows the topic, and another before it leads the
     * partitions; a producer that comes in between succeeds, but warns at length. The first wait is ours, because the
     * client gives up on a topic that is not known; the second is the client's, because only a leader tells the end of
     * a partition.
     */
    private static void awaitLeaders(Admin admin, String name, int partitions)
            throws ExecutionException, InterruptedException {
        long start = System.nanoTime();
        while (!isKnown(admin, name)) {
            if (System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS)) {
                throw new BrokerException(
                        "topic " + name + " is made, but the broker does not know of it yet: look at the broker's log");
            }
            TimeUnit.MILLISECONDS.sleep(RETRY_MS);
        }
        Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(name, partition))
                .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
        admin.listOffsets(ends).all().get();
    }

    private static boolean isKnown(Admin admin, String name) throws ExecutionException, InterruptedException {
        try {
            admin.describeTopics(List.of(name)).allTopicNames().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    private static void checkPartitions(String bootstrap, String name, int partitions) {
        int there;
        try (Admin admin = Admin.create(adminSettings(bootstrap))) {
            there = admin.describeTopics(List.of(name))
                    .allTopicNames()
                    .get()
                    .get(name)
                    .partitions()
                    .size();
        } catch (ExecutionException e) {
            throw new BrokerException(
                    "topic " + name + " is there but cannot be described: "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            throw interrupted("topic " + name + " was described", e);
        }
        if (there != partitions) {
            throw new BrokerException("topic " + name + " is there already with " + there + " partitions, not "
                    + partitions + ": ask for " + there + ", take another name, or delete the topic first");
        }
    }

    /**
     * Sends every row to the topic and returns how many there were, all acknowledged by the broker. A row with a key
     * goes to the partition that Kafka's producers choose for that key; rows without keys take turns. The source is
     * closed.
     *
     * @throws BrokerException at the first row that could not be read or sent, with its number
     */
    public static long load(String bootstrap, String topic, Source source) {
        try (source;
                Producer<byte[], byte[]> producer = new KafkaProducer<>(
                        producerSettings(bootstrap), new ByteArraySerializer(), new ByteArraySerializer())) {
            return send(producer, topic, source);
        } catch (IOException e) {
            throw new BrokerException(source.name() + " cannot be closed: " + e.getMessage(), e);
        }
    }

    private static long send(Producer<byte[], byte[]> producer, String topic, Source source) {
        SendFailure failure = new SendFailure(topic, source.name());
        int partitions = partitions(producer, topic);
        long number = 0;
        for (Source.Row row = source.next(); row != null; row = source.next()) {
            long sent = ++number;
            Integer partition = row.key() == null ? Integer.valueOf((int) ((sent - 1) % partitions)) : null;
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, row.key(), row.value());
            try {
                producer.send(record, (metadata, error) -> failure.note(sent, error));
            } catch (KafkaException e) {
                failure.note(sent, e);
            }
            failure.throwIfAny();
        }
        producer.flush();
        failure.throwIfAny();
        return number;
    }

    private static int partitions(Producer<byte[], byte[]> producer, String topic) {
        try {
            return producer.partitionsFor(topic).size();
        } catch (KafkaException e) {
            throw new BrokerException(
                    "topic " + topic + " cannot be loaded: " + reason(e) + " (make the topic first, and check that the"
                            + " broker runs)",
                    e);
        }
    }

    private static Map<String, Object> adminSettings(String bootstrap) {
        return Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS,
                AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS,
                AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG, "",
                AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    }

    /**
     * Big batches and a linger that lets them fill; no compression, because on loopback its cost in a cold JVM is more
     * than it saves. Idempotence and acks=all are said, not left to defaults: a load that says N rows has N.
     */
    private static Map<String, Object> producerSettings(String bootstrap) {
        return Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.BATCH_SIZE_CONFIG,
                BATCH_BYTES,
                ProducerConfig.LINGER_MS_CONFIG,
                LINGER_MS,
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "none",
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                TIMEOUT_MS,
                ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG,
                "",
                ProducerConfig.ENABLE_METRICS_PUSH_CONFIG,
                false);
    }

    private static String reason(KafkaException e) {
        return e.getCause() == null
                ? e.getMessage()
                : e.getMessage() + ", " + e.getCause().getMessage();
    }

    private static BrokerException interrupted(String when, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new BrokerException("interrupted while " + when, e);
    }

    /** The first row that failed. Written by the producer's thread, read by the loading one: guarded by its monitor. */
    private static final class SendFailure {
        private final String topic;
        private final String source;
        private long row;
        private Exception cause;

        SendFailure(String topic, String source) {
            this.topic = topic;
            this.source = source;
        }

        synchronized void note(long failed, Exception error) {
            if (error != null && cause == null) {
                row = failed;
                cause = error;
            }
        }

        synchronized void throwIfAny() {
            if (cause != null) {
                throw new BrokerException(
                        "row " + row + " of " + source + " was not taken by topic " + topic + ": " + cause.getMessage(),
                        cause);
            }
        }
    }
}

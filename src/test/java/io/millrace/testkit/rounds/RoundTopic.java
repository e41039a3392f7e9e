package io.millrace.testkit.rounds;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/** Makes and deletes the topic of a round. Stateless. */
final class RoundTopic {
    private static final long SECONDS = 30;

    private RoundTopic() {}

    /**
     * Returns when each partition can be used: the controller says that a topic is made before the broker knows it, and
     * a producer that comes in between may hold a partition's first records back for minutes.
     */
    static void create(Admin admin, String topic, int partitions) {
        get(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                .all());
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int i = 0; i < partitions; i++) {
            ends.put(new TopicPartition(topic, i), OffsetSpec.latest());
        }
        Awaitility.await("each partition of " + topic + " can be used")
                .atMost(Duration.ofSeconds(SECONDS))
                .pollInterval(Duration.ofMillis(10))
                .pollInSameThread()
                .ignoreExceptionsMatching(e -> e.getCause() instanceof KafkaException)
                .until(() -> isKnown(admin, topic, partitions)
                        && get(admin.listOffsets(ends).all()).size() == partitions);
    }

    private static boolean isKnown(Admin admin, String topic, int partitions) {
        TopicDescription known =
                get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
        return known.partitions().size() == partitions
                && known.partitions().stream().allMatch(partition -> partition.leader() != null);
    }

    /** Hundreds of rounds share a broker. */
    static void delete(Admin admin, String topic) {
        get(admin.deleteTopics(List.of(topic)).all());
    }

    private static <T> T get(KafkaFuture<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(SECONDS, TimeUnit.SECONDS)
                .join();
    }
}

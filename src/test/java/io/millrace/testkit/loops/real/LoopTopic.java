package io.millrace.testkit.loops.real;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.awaitility.Awaitility;

/** A round's topic and the group of the same name, as an administrator sees and changes them. One thread. */
final class LoopTopic {
    private static final long SECONDS = 30;

    /**
     * Segments are closed soon, and what is closed and a little old is compacted. A little old: whoever watches the log
     * must have seen it.
     */
    private static final Map<String, String> COMPACTED = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
            TopicConfig.SEGMENT_MS_CONFIG, "500",
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.01",
            TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, "1000",
            TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, "1500");

    private final Admin admin;
    private final String name;
    private final List<TopicPartition> partitions;

    private LoopTopic(Admin admin, String name, int partitions) {
        this.admin = admin;
        this.name = name;
        this.partitions = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(name, partition))
                .toList();
    }

    /** Makes it, and returns when each partition can be used. */
    static LoopTopic create(Admin admin, String name, int partitions, boolean compacted) {
        LoopTopic topic = new LoopTopic(admin, name, partitions);
        get(admin.createTopics(
                        List.of(new NewTopic(name, partitions, (short) 1).configs(compacted ? COMPACTED : Map.of())))
                .all());
        Awaitility.await("each partition of " + name + " can be used")
                .atMost(Duration.ofSeconds(SECONDS))
                .pollInterval(Duration.ofMillis(10))
                .pollInSameThread()
                .ignoreExceptionsMatching(e -> e.getCause() instanceof KafkaException)
                .until(() -> topic.isKnown() && topic.ends().size() == partitions);
        return topic;
    }

    private boolean isKnown() {
        TopicDescription known =
                get(admin.describeTopics(List.of(name)).allTopicNames()).get(name);
        return known.partitions().size() == partitions.size()
                && known.partitions().stream().allMatch(partition -> partition.leader() != null);
    }

    /** Hundreds of rounds share a broker. */
    void delete() {
        get(admin.deleteTopics(List.of(name)).all());
    }

    String name() {
        return name;
    }

    List<TopicPartition> partitions() {
        return partitions;
    }

    Map<TopicPartition, Long> starts() {
        return offsets(OffsetSpec.earliest());
    }

    Map<TopicPartition, Long> ends() {
        return offsets(OffsetSpec.latest());
    }

    private Map<TopicPartition, Long> offsets(OffsetSpec spec) {
        return get(admin.listOffsets(
                                partitions.stream().collect(Collectors.toMap(partition -> partition, ignored -> spec)))
                        .all())
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    /** What the group has committed; a partition of which it has committed nothing is not in it. */
    Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        get(admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        offsets.put(partition, offset.offset());
                    }
                });
        return offsets;
    }

    /** Deletes what lies below. */
    void deleteBelow(TopicPartition partition, long offset) {
        get(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                .all());
    }

    /** Sets the group's offset; the group must be empty. */
    void reset(TopicPartition partition, long offset) {
        get(admin.alterConsumerGroupOffsets(name, Map.of(partition, new OffsetAndMetadata(offset)))
                .all());
    }

    /** How many bytes each partition takes. */
    Map<TopicPartition, Long> sizes() {
        Map<TopicPartition, Long> sizes = new HashMap<>();
        get(admin.describeLogDirs(List.of(1)).allDescriptions())
                .values()
                .forEach(folders -> folders.values()
                        .forEach(folder -> folder.replicaInfos().forEach((partition, replica) -> {
                            if (partition.topic().equals(name)) {
                                sizes.merge(partition, replica.size(), Long::sum);
                            }
                        })));
        return sizes;
    }

    boolean isGroupEmpty() {
        return describe().groupState() == GroupState.EMPTY;
    }

    /** Whether everybody has what it is to have. */
    boolean isGroupStable() {
        return describe().groupState() == GroupState.STABLE;
    }

    /** Whether a client whose id begins so is a member of the group. */
    boolean hasMember(String clientId) {
        return describe().members().stream()
                .anyMatch(member -> member.clientId().startsWith(clientId));
    }

    private ConsumerGroupDescription describe() {
        return get(admin.describeConsumerGroups(List.of(name)).describedGroups().get(name));
    }

    private static <T> T get(KafkaFuture<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(SECONDS, TimeUnit.SECONDS)
                .join();
    }
}

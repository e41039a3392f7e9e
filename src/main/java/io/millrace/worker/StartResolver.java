package io.millrace.worker;

import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionState;
import io.millrace.offsets.StartPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides where a partition starts of which the client knows no usable position. The client runs with {@code
 * auto.offset.reset=none}, so it asks by throwing out of poll, again and again until the partition is sought. Used by
 * the worker's own thread alone.
 *
 * <p>Unknown is never taken for absent: that nothing is committed is confirmed with the group before the policy
 * applies. A position chosen here makes the partition dirty, so that it is committed with the next turn, and "nothing
 * committed" goes on meaning "new".
 */
final class StartResolver {
    private static final Logger LOG = LoggerFactory.getLogger(StartResolver.class);

    private final Consumer<byte[], byte[]> consumer;
    private final OwnedPartitions owned;
    private final StartPosition otherwise;
    private final Duration timeout;
    private final List<PartitionRange> gaps = new ArrayList<>();

    /** @param timeout of each question to the broker */
    StartResolver(Consumer<byte[], byte[]> consumer, OwnedPartitions owned, StartPosition otherwise, Duration timeout) {
        this.consumer = consumer;
        this.owned = owned;
        this.otherwise = otherwise;
        this.timeout = timeout;
    }

    /** The ranges that were gone before they were read. */
    List<PartitionRange> gaps() {
        return List.copyOf(gaps);
    }

    /**
     * Answers what the client asked.
     *
     * @throws NoStartPositionException if the policy is to fail
     */
    void resolve(InvalidOffsetException question) {
        if (question instanceof NoOffsetForPartitionException) {
            startAtCommitted(stillOwned(question.partitions()));
        } else if (question instanceof OffsetOutOfRangeException outOfRange) {
            Map<TopicPartition, Long> positions = new HashMap<>(outOfRange.offsetOutOfRangePartitions());
            positions.keySet().retainAll(owned.partitions());
            resolveOutOfRange(positions);
        } else {
            throw question;
        }
    }

    /** What went in the same poll that asked is another's to start. */
    private Set<TopicPartition> stillOwned(Set<TopicPartition> partitions) {
        Set<TopicPartition> mine = new HashSet<>(partitions);
        mine.retainAll(owned.partitions());
        return mine;
    }

    /** Where the group has committed, or where nothing is committed by the policy. */
    void startAtCommitted(Set<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(partitions, timeout);
        Set<TopicPartition> absent = new HashSet<>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = committed.get(partition);
            if (offset == null) {
                absent.add(partition);
            } else {
                ClientCalls.about(partition, consumer, () -> consumer.seek(partition, offset));
            }
        }
        if (!absent.isEmpty()) {
            start(absent, "nothing is committed");
        }
    }

    private void resolveOutOfRange(Map<TopicPartition, Long> positions) {
        if (positions.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(positions.keySet(), timeout);
        positions.forEach((partition, position) -> {
            long begin = begins.getOrDefault(partition, position);
            if (position < begin) {
                gaps.add(new PartitionRange(partition, position, begin));
                LOG.error(
                        "{}: offsets {} to {} were gone before they were read; going on by start.otherwise = {}",
                        partition,
                        position,
                        begin - 1,
                        otherwise);
            }
        });
        start(positions.keySet(), "position " + positions + " does not exist");
    }

    private void start(Collection<TopicPartition> partitions, String why) {
        Map<TopicPartition, Long> offsets = find(partitions, why);
        offsets.forEach((partition, offset) -> {
            ClientCalls.about(partition, consumer, () -> consumer.seek(partition, offset));
            PartitionState state = owned.get(partition);
            if (state != null) {
                state.startAt(offset);
            }
        });
        LOG.info("starting by start.otherwise = {} at {}: {}", otherwise, offsets, why);
    }

    private Map<TopicPartition, Long> find(Collection<TopicPartition> partitions, String why) {
        if (otherwise instanceof StartPosition.Earliest) {
            return consumer.beginningOffsets(partitions, timeout);
        }
        if (otherwise instanceof StartPosition.Latest) {
            return consumer.endOffsets(partitions, timeout);
        }
        if (otherwise instanceof StartPosition.Within within) {
            return findByAge(partitions, within.age());
        }
        throw new NoStartPositionException(partitions, why);
    }

    private Map<TopicPartition, Long> findByAge(Collection<TopicPartition> partitions, Duration age) {
        Map<TopicPartition, Long> times = new HashMap<>();
        long since = System.currentTimeMillis() - age.toMillis();
        partitions.forEach(partition -> times.put(partition, since));
        Map<TopicPartition, Long> offsets = new HashMap<>(consumer.endOffsets(partitions, timeout));
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(times, timeout);
        found.forEach((partition, at) -> {
            if (at != null) {
                offsets.put(partition, at.offset());
            }
        });
        return offsets;
    }
}

package io.millrace.worker;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** Where a scripted client stands in the logs of its partitions, and what it reads there. One thread. */
final class ScriptedFetcher {
    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private final ScriptedGroup group;
    private final Set<TopicPartition> assigned;
    private final Set<TopicPartition> stopped = new HashSet<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Set<TopicPartition> forgotten = new HashSet<>();
    private Consumer<ConsumerRecord<byte[], byte[]>> onFetch = first -> {};
    private int maxPollRecords = 500;

    /** @param assigned the client's own, which changes */
    ScriptedFetcher(ScriptedGroup group, Set<TopicPartition> assigned) {
        this.group = group;
        this.assigned = assigned;
    }

    void maxPollRecords(int most) {
        maxPollRecords = most;
    }

    void onFetch(Consumer<ConsumerRecord<byte[], byte[]>> told) {
        onFetch = told;
    }

    void forgetCommitted(TopicPartition partition) {
        forgotten.add(partition);
    }

    void forget(TopicPartition partition) {
        stopped.remove(partition);
        positions.remove(partition);
    }

    void seek(TopicPartition partition, long offset) {
        positions.put(partition, offset);
    }

    /** Null while it is not known. */
    Long position(TopicPartition partition) {
        return positions.get(partition);
    }

    /** What a commit of everything that the client stands behind would carry. */
    Map<TopicPartition, OffsetAndMetadata> positions() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        positions.forEach((partition, offset) -> offsets.put(partition, new OffsetAndMetadata(offset)));
        return offsets;
    }

    void pause(Collection<TopicPartition> partitions) {
        stopped.addAll(partitions);
    }

    void resume(Collection<TopicPartition> partitions) {
        stopped.removeAll(partitions);
    }

    Set<TopicPartition> paused() {
        return Set.copyOf(stopped);
    }

    /** Looks up where the group has committed; asks by throwing where it has not. */
    void findPositions() {
        Set<TopicPartition> unknown = new LinkedHashSet<>();
        for (TopicPartition partition : assigned) {
            if (!positions.containsKey(partition)) {
                OffsetAndMetadata offset = forgotten.remove(partition) ? null : group.committed(partition);
                if (offset == null) {
                    unknown.add(partition);
                } else {
                    positions.put(partition, offset.offset());
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw new NoOffsetForPartitionException(unknown);
        }
    }

    /** What a poll would return. */
    ConsumerRecords<byte[], byte[]> fetch() {
        Map<TopicPartition, Long> outOfRange = new TreeMap<>(ORDER);
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        int room = maxPollRecords;
        for (TopicPartition partition : assigned) {
            long position = positions.get(partition);
            if (stopped.contains(partition) || room == 0) {
                continue;
            }
            if (position < group.begin(partition) || position > group.end(partition)) {
                outOfRange.put(partition, position);
                continue;
            }
            List<ConsumerRecord<byte[], byte[]>> list = group.read(partition, position, room);
            // What was asked for is there: what lies behind the last record is seen with the next poll.
            long end = list.size() == room ? list.get(room - 1).offset() + 1 : group.end(partition);
            room -= list.size();
            if (!list.isEmpty()) {
                records.put(partition, list);
            }
            if (end > position) {
                next.put(partition, new OffsetAndMetadata(end, Optional.of(ScriptedGroup.LEADER), ""));
            }
        }
        if (!outOfRange.isEmpty()) {
            throw new OffsetOutOfRangeException(outOfRange);
        }
        next.forEach((partition, offset) -> positions.put(partition, offset.offset()));
        records.forEach((partition, list) -> onFetch.accept(list.get(0)));
        return new ConsumerRecords<>(records, next);
    }
}

package io.millrace.delivery;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a process is with partitions of which nothing is committed. One of the few objects that carry state between
 * threads: any thread.
 */
public final class KeptPositions {
    private final Map<TopicPartition, Long> positions = new ConcurrentHashMap<>();

    /** The next offset to handle, or null where this process never had the partition. */
    Long of(TopicPartition partition) {
        return positions.get(partition);
    }

    void keep(TopicPartition partition, long position) {
        positions.put(partition, position);
    }
}

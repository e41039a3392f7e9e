package io.millrace.worker;

import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What one commit carries: of each partition what was finished when it was made. Used by the worker's own thread alone.
 */
public final class CommitBatch {
    private record Entry(PartitionState state, long offset, long records) {}

    private final List<Entry> entries;
    private final Map<TopicPartition, OffsetAndMetadata> offsets;

    private CommitBatch(List<Entry> entries, Map<TopicPartition, OffsetAndMetadata> offsets) {
        this.entries = entries;
        this.offsets = offsets;
    }

    /** Everything that is finished and not acknowledged, of these partitions. */
    static CommitBatch ofDirty(Collection<PartitionState> states) {
        List<Entry> entries = new ArrayList<>(states.size());
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (PartitionState state : states) {
            if (state.isDirty()) {
                entries.add(new Entry(state, state.position(), state.finishedRecords()));
                offsets.put(state.partition(), state.committable());
            }
        }
        return new CommitBatch(entries, offsets);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    Map<TopicPartition, OffsetAndMetadata> offsets() {
        return offsets;
    }

    /** The broker has acknowledged this commit; an ownership that has ended since learns nothing of it. */
    void acknowledge(OwnedPartitions owned) {
        for (Entry entry : entries) {
            if (owned.owns(entry.state)) {
                entry.state.acknowledge(entry.offset, entry.records);
            }
        }
    }

    @Override
    public String toString() {
        return offsets.keySet().toString();
    }
}

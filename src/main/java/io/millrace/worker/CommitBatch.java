package io.millrace.worker;

import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import io.millrace.process.PartitionRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What one commit carries: of each partition what was finished when it was made, or, where a chunk is committed before
 * it is handled, what it will be finished then. Used by the worker's own thread alone.
 */
public final class CommitBatch {
    private record Entry(PartitionState state, long offset, long records, boolean isAhead) {}

    private final List<Entry> entries;
    private final Map<TopicPartition, OffsetAndMetadata> offsets;

    private CommitBatch(int size) {
        this.entries = new ArrayList<>(size);
        this.offsets = new HashMap<>();
    }

    /** Everything that is finished and not acknowledged, of these partitions. */
    static CommitBatch ofDirty(Collection<PartitionState> states, String metadata) {
        CommitBatch batch = new CommitBatch(states.size());
        for (PartitionState state : states) {
            if (state.isDirty()) {
                batch.entries.add(new Entry(state, state.position(), state.finishedRecords(), false));
                batch.offsets.put(state.partition(), state.committable(metadata));
            }
        }
        return batch;
    }

    /** The chunk that is to be handled next. */
    static CommitBatch ofChunk(List<PartitionRun> chunk, String metadata) {
        CommitBatch batch = new CommitBatch(chunk.size());
        for (PartitionRun run : chunk) {
            OffsetAndMetadata offset = run.chunkCommit(metadata);
            long records = run.state().finishedRecords() + run.chunkSize();
            batch.entries.add(new Entry(run.state(), offset.offset(), records, true));
            batch.offsets.put(run.state().partition(), offset);
        }
        return batch;
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
            if (!owned.owns(entry.state)) {
                continue;
            }
            if (entry.isAhead) {
                entry.state.acknowledgeAhead(entry.offset, entry.records);
            } else {
                entry.state.acknowledge(entry.offset, entry.records);
            }
        }
    }

    @Override
    public String toString() {
        return offsets.keySet().toString();
    }
}

package io.millrace.worker;

import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import io.millrace.process.PartitionRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Brings the client back to where what is finished ends, wherever it stands behind records that nobody will handle:
 * they are fetched again, and a client that commits by itself is not ahead. Used by the worker's own thread alone.
 */
final class Rewinds {
    private final Consumer<byte[], byte[]> consumer;
    private final OwnedPartitions owned;
    private final StartResolver starts;
    private final List<PartitionState> due = new ArrayList<>();

    Rewinds(Consumer<byte[], byte[]> consumer, OwnedPartitions owned, StartResolver starts) {
        this.consumer = consumer;
        this.owned = owned;
        this.starts = starts;
    }

    /**
     * What of a batch is not finished. The first of its records may lie behind the position: where the log was
     * compacted, or a marker is.
     */
    void unfinishedOf(Batch batch) {
        for (PartitionRun run : batch.runs()) {
            if (!run.isDone() && owned.owns(run.state())) {
                seek(run.state());
            }
        }
    }

    /**
     * All that is owned, since it is not known what the client has let go. Where nothing was handled yet it is the
     * group that knows the position, which {@link #ask} finds out: until then no poll may be made.
     */
    void all() {
        due.clear();
        for (PartitionState state : owned.all()) {
            if (state.position() >= 0) {
                seek(state);
            } else {
                due.add(state);
            }
        }
    }

    private void seek(PartitionState state) {
        TopicPartition partition = state.partition();
        ClientCalls.about(partition, consumer, () -> consumer.seek(partition, state.position()));
    }

    /** Whether the group is still to be asked. */
    boolean isDue() {
        return !due.isEmpty();
    }

    /**
     * Asks the group for what {@link #all} could not know.
     *
     * @throws org.apache.kafka.common.KafkaException if there is no answer; then it is still due
     */
    void ask() {
        Set<TopicPartition> partitions =
                due.stream().filter(owned::owns).map(PartitionState::partition).collect(Collectors.toSet());
        starts.startAtCommitted(partitions);
        due.clear();
    }
}

package io.millrace.worker;

import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import io.millrace.process.PartitionRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What one poll returned, cut into chunks: views of the client's lists, no copies. Used by the worker's own thread
 * alone.
 */
final class Batch {
    private final List<PartitionRun> runs;
    private final Map<TopicPartition, OffsetAndMetadata> nextOffsets;
    private final int size;

    private Batch(List<PartitionRun> runs, Map<TopicPartition, OffsetAndMetadata> nextOffsets, int size) {
        this.runs = runs;
        this.nextOffsets = nextOffsets;
        this.size = size;
    }

    static Batch of(ConsumerRecords<byte[], byte[]> records, OwnedPartitions owned) {
        List<PartitionRun> runs = new ArrayList<>();
        int size = 0;
        for (TopicPartition partition : records.partitions()) {
            PartitionState state = owned.get(partition);
            if (state == null) {
                // Records of a partition whose revocation was told are another's to handle.
                continue;
            }
            var list = records.records(partition);
            state.polled(list.get(0).offset());
            runs.add(new PartitionRun(state, list));
            size += list.size();
        }
        return new Batch(runs, records.nextOffsets(), size);
    }

    int size() {
        return size;
    }

    /**
     * Puts up to so many of the records that are in no chunk yet into the next chunk; tells how many.
     *
     * @param ofOne whether all of them must be of one partition
     */
    int cut(int most, boolean ofOne) {
        int left = most;
        for (PartitionRun run : runs) {
            if (left == 0 || ofOne && left < most) {
                break;
            }
            left -= run.extendChunk(left);
        }
        return most - left;
    }

    /** The runs that hold a part of the present chunk. */
    List<PartitionRun> chunk() {
        List<PartitionRun> chunk = new ArrayList<>(runs.size());
        for (PartitionRun run : runs) {
            if (run.hasChunk()) {
                chunk.add(run);
            }
        }
        return chunk;
    }

    /** Whether a part of the present chunk is not finished. */
    boolean hasChunk() {
        for (PartitionRun run : runs) {
            if (run.hasChunk()) {
                return true;
            }
        }
        return false;
    }

    List<PartitionRun> runs() {
        return runs;
    }

    /** How many records are finished. */
    int finished() {
        int sum = 0;
        for (PartitionRun run : runs) {
            sum += run.finished();
        }
        return sum;
    }

    /** Bytes of the keys and values that are finished. */
    long bytes() {
        long sum = 0;
        for (PartitionRun run : runs) {
            sum += run.bytes();
        }
        return sum;
    }

    boolean isDone() {
        return finished() == size;
    }

    /**
     * Of partitions of which everything polled is finished, the position moves to where the poll moved the client:
     * past transaction markers and compacted records too, of which no record tells.
     */
    void passGaps(OwnedPartitions owned) {
        nextOffsets.forEach((partition, next) -> {
            PartitionState state = owned.get(partition);
            if (state != null && isDone(partition)) {
                state.finish(next.offset(), next.leaderEpoch().orElse(-1), 0);
            }
        });
    }

    private boolean isDone(TopicPartition partition) {
        for (PartitionRun run : runs) {
            if (run.state().partition().equals(partition)) {
                return run.isDone();
            }
        }
        return true;
    }
}

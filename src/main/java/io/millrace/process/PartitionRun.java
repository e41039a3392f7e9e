package io.millrace.process;

import io.millrace.offsets.PartitionState;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * The records of one partition that one poll returned, and how far they are: a view of the client's list, with a
 * cursor. Used by the worker's own thread alone.
 */
public final class PartitionRun {
    private final PartitionState state;
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private int next;
    private int chunkEnd;
    private long bytes;

    public PartitionRun(PartitionState state, List<ConsumerRecord<byte[], byte[]>> records) {
        this.state = state;
        this.records = records;
    }

    public PartitionState state() {
        return state;
    }

    List<ConsumerRecord<byte[], byte[]>> records() {
        return records;
    }

    /** Takes up to so many more records into the present chunk; tells how many it took. */
    public int extendChunk(int most) {
        int taken = Math.min(most, records.size() - chunkEnd);
        chunkEnd += taken;
        return taken;
    }

    int next() {
        return next;
    }

    int chunkEnd() {
        return chunkEnd;
    }

    /** All below this index are finished, and their keys and values were so many bytes more. */
    void moveTo(int index, long moreBytes) {
        next = index;
        bytes += moreBytes;
    }

    /** Bytes of the keys and values that are finished. */
    public long bytes() {
        return bytes;
    }

    /** Whether the present chunk holds records of this run that are not finished. */
    public boolean hasChunk() {
        return next < chunkEnd;
    }

    /** How many records of the present chunk are not finished. */
    public int chunkSize() {
        return chunkEnd - next;
    }

    /** The next offset to read after the present chunk, with its leader's epoch; the chunk must not be empty. */
    public OffsetAndMetadata chunkCommit(String metadata) {
        ConsumerRecord<byte[], byte[]> last = records.get(chunkEnd - 1);
        return new OffsetAndMetadata(last.offset() + 1, last.leaderEpoch(), metadata);
    }

    public boolean isDone() {
        return next == records.size();
    }

    /** How many records are finished. */
    public int finished() {
        return next;
    }

    /** The offset of the first record that is not finished. */
    public long nextOffset() {
        return records.get(next).offset();
    }
}

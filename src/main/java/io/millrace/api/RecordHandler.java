package io.millrace.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What is done with each record. One instance is made per worker and is called on that worker's thread alone, so it
 * needs no locks; only {@link #merge} may be called on another thread, and must use nothing but its argument and what
 * {@link #open} left unchanged.
 *
 * <p>A record counts as done when {@link #handle} has returned and a later {@link #flush} has returned: only then may
 * its offset be committed.
 *
 * @param <K> what the key is decoded to
 * @param <V> what the value is decoded to
 */
public interface RecordHandler<K, V> extends AutoCloseable {

    /** Called once, before the worker joins its group. An exception here fails the worker. */
    default void open(HandlerContext context) throws Exception {}

    /**
     * Handles one record. An exception leaves the record unfinished: its offset is not committed.
     *
     * @param key the decoded key, null where the record has none
     * @param value the decoded value, null where the record has none (a tombstone)
     * @param record the client's own record with the raw bytes, headers and coordinates; it may be kept
     */
    void handle(K key, V value, ConsumerRecord<byte[], byte[]> record) throws Exception;

    /** When this returns, everything handled so far must be durable. Called before each commit, not for each record. */
    default void flush() throws Exception {}

    /** These partitions are now this worker's: open files, warm caches. Nothing of them was handled yet. */
    default void assigned(Collection<TopicPartition> partitions) {}

    /** These partitions are given up. All that was handled of them is flushed and committed: release what belongs to them. */
    default void revoked(Collection<TopicPartition> partitions) {}

    /** These partitions are no longer this worker's, and another may own them already: write nothing. */
    default void lost(Collection<TopicPartition> partitions) {}

    /**
     * A commit was refused, or nobody knows whether it was taken: records in these ranges were handled, are not known
     * to be committed, and are delivered again, here or elsewhere. Called before {@link #lost} of the same partitions.
     * What was written of them may be taken back here; of what another may already write, nothing should be touched.
     *
     * @param ranges of each partition the offsets behind the last commit that was acknowledged, or, where none was,
     *     from the first one read
     */
    default void undo(Map<TopicPartition, OffsetRange> ranges) {}

    /** What the handler has to tell, of a shape that JSON can hold (maps, lists, numbers, texts), or null. */
    default Object result() {
        return null;
    }

    /**
     * Joins the results of several workers into one. By default numbers under the same name are added, whatever the
     * depth; anything else is taken from the last that has it.
     */
    default Object merge(List<Object> results) {
        return Results.add(results);
    }

    /** Called once, last, on the handler's own thread. */
    @Override
    default void close() throws Exception {}
}

package io.millrace.worker;

import io.millrace.offsets.PartitionState;
import io.millrace.process.PartitionRun;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * When offsets move. One implementation per mode; an instance belongs to one worker and is called on that worker's
 * thread alone.
 *
 * <p>The order of calls: {@link #begin} before each chunk, {@link #turn} after each chunk and after each poll, {@link
 * #assigned}, {@link #revoked} and {@link #lost} inside a poll, {@link #finish} while stopping, until it returns true
 * or the deadline has passed, {@link #forsake} where that did not succeed.
 */
public interface DeliveryStrategy {

    /** How many records may be handled at most before the next turn; at least 1 unless {@link #isBlocked}. */
    default int chunkLimit() {
        return Integer.MAX_VALUE;
    }

    /** Whether a chunk holds records of one partition only. */
    default boolean cutsByPartition() {
        return false;
    }

    /**
     * Whether a chunk is committed before it is handled. Then it is handled to its end also while the worker stops, as
     * long as there is time.
     */
    default boolean commitsAhead() {
        return false;
    }

    /**
     * Called before the first record of a chunk is handled.
     *
     * @param chunk the runs that hold a part of it
     * @return whether it may be handled; if not, it is given back, and comes again with the next poll
     */
    default boolean begin(List<PartitionRun> chunk) {
        return true;
    }

    /**
     * Commits what is due.
     *
     * @param now nanoseconds of the engine's clock
     */
    void turn(long now);

    /** The handler has asked for a commit: everything finished is committed now, in modes that commit what is finished. */
    default void commitNow(long now) {
        turn(now);
    }

    /** Whether no more records may be handled until a commit is acknowledged. */
    default boolean isBlocked() {
        return false;
    }

    /** In how many nanoseconds the next turn is due although nothing happens; the loop may poll for so long. */
    default long nanosToTurn(long now) {
        return Long.MAX_VALUE;
    }

    /** These partitions are the worker's now; nothing of them was read yet. */
    default void assigned(Collection<TopicPartition> partitions) {}

    /** These partitions are given up: commits what is finished of them, in the time that is left. */
    void revoked(Collection<PartitionState> partitions, Deadline deadline);

    /** These partitions are gone: nothing of them may be committed. */
    default void lost(Collection<PartitionState> partitions) {}

    /** Whether nothing that is finished of this partition comes again when it is given up now. */
    default boolean isSettled(PartitionState partition) {
        return !partition.isDirty();
    }

    /** Commits everything that is finished, once; tells whether the broker has acknowledged all of it. */
    boolean finish(Deadline deadline);

    /** The worker ends, and what is not committed by now must not be: neither by this nor by the client's close. */
    default void forsake() {}
}

package io.millrace.worker;

import io.millrace.offsets.PartitionState;
import java.util.Collection;

/**
 * When offsets move. One implementation per mode; an instance belongs to one worker and is called on that worker's
 * thread alone.
 *
 * <p>The order of calls: {@link #turn} after each chunk and after each poll, {@link #revoked} and {@link #lost} inside
 * a poll, {@link #finish} while stopping, until it returns true or the deadline has passed.
 */
public interface DeliveryStrategy {

    /** How many records may be handled at most before the next turn; at least 1 unless {@link #isBlocked}. */
    default int chunkLimit() {
        return Integer.MAX_VALUE;
    }

    /**
     * Commits what is due.
     *
     * @param now nanoseconds of the engine's clock
     */
    void turn(long now);

    /** Whether no more records may be handled until a commit is acknowledged. */
    default boolean isBlocked() {
        return false;
    }

    /** In how many nanoseconds the next turn is due although nothing happens; the loop may poll for so long. */
    default long nanosToTurn(long now) {
        return Long.MAX_VALUE;
    }

    /** These partitions are given up: commits what is finished of them, in the time that is left. */
    void revoked(Collection<PartitionState> partitions, Deadline deadline);

    /** These partitions are gone: nothing of them may be committed. */
    default void lost(Collection<PartitionState> partitions) {}

    /** Commits everything that is finished, once; tells whether the broker has acknowledged all of it. */
    boolean finish(Deadline deadline);
}

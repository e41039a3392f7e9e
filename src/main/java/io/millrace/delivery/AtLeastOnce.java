package io.millrace.delivery;

import io.millrace.worker.DeliveryStrategy;

/** A strategy that commits what is finished, and can tell when it has. Used by the worker's own thread alone. */
public interface AtLeastOnce extends DeliveryStrategy {
    /** Rises with each commit that is sent. */
    long sequence();

    /** How many records are handled and in no commit that was acknowledged or waits for its answer. */
    long unsentRecords();

    /** In how many nanoseconds a turn could commit, where something is to be committed. */
    default long nanosToCommit(long now) {
        return nanosToTurn(now);
    }
}

package io.millrace.supervisor;

import io.millrace.config.DeliveryConfig;
import org.apache.kafka.common.TopicPartition;

/** A record that a handler still had in hand when the time to stop was over. Immutable; any thread. */
public record Abandoned(TopicPartition partition, long offset, int worker, double runningSeconds) {

    /** What becomes of it, for messages. */
    public static String fate(DeliveryConfig.Mode mode) {
        return mode == DeliveryConfig.Mode.AT_MOST_ONCE
                ? "it was committed before and is lost, with what is left of its chunk"
                : "it is delivered again";
    }
}

package io.millrace.testkit.loops;

import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/** What decides by chance in the world that a loop lives in. One thread. */
public interface Chance {
    Random random();

    /** Whether the handler fails for this record with an {@code Error}, if it fails. */
    boolean isError(TopicPartition partition, long offset);

    default boolean chance(double probability) {
        return random().nextDouble() < probability;
    }
}

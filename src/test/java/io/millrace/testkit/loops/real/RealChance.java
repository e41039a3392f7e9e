package io.millrace.testkit.loops.real;

import io.millrace.testkit.loops.Chance;
import io.millrace.testkit.loops.Failures;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/** The chance of one worker's life. One thread. */
final class RealChance implements Chance {
    private final Random random;
    private final Failures failures;

    RealChance(long seed, Failures failures) {
        this.random = new Random(seed);
        this.failures = failures;
    }

    @Override
    public Random random() {
        return random;
    }

    @Override
    public boolean isError(TopicPartition partition, long offset) {
        return failures.isError(partition, offset);
    }
}

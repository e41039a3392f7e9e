package io.millrace.testkit.loops;

import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/** For which records the handler fails, and how: the same for whoever handles them. Immutable; any thread. */
public final class Failures {
    private final long seed;

    public Failures(long seed) {
        this.seed = seed;
    }

    /** How often the handler fails for this record before it succeeds. */
    public int before(TopicPartition partition, long offset) {
        int draw = draw(partition, offset);
        return draw < 970 ? 0 : draw < 990 ? 1 : 2;
    }

    /** Whether it fails with an {@code Error}. */
    public boolean isError(TopicPartition partition, long offset) {
        return draw(partition, offset) % 2 == 0;
    }

    private int draw(TopicPartition partition, long offset) {
        long mixed = (seed * 31 + partition.partition()) * 1_000_003 + offset;
        return new Random(mixed * 0x9E3779B97F4A7C15L).nextInt(1000);
    }
}

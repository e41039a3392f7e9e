package io.millrace.worker;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A moment by which something must have ended, handed down through all its steps, so that no step starts a time of its
 * own. Immutable; any thread.
 */
public final class Deadline {
    private final LongSupplier clock;
    private final long end;

    private Deadline(LongSupplier clock, long end) {
        this.clock = clock;
        this.end = end;
    }

    /** @param clock nanoseconds, as {@link System#nanoTime} gives them */
    public static Deadline after(Duration duration, LongSupplier clock) {
        return new Deadline(clock, clock.getAsLong() + duration.toNanos());
    }

    /** What is left; zero when it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, end - clock.getAsLong()));
    }

    public boolean hasPassed() {
        return end - clock.getAsLong() <= 0;
    }

    /** This one or so much from now, whichever comes first. */
    public Duration atMost(Duration duration) {
        Duration left = remaining();
        return left.compareTo(duration) < 0 ? left : duration;
    }
}

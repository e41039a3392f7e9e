package io.millrace.worker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that a test moves by hand. Any thread. */
public final class ManualClock implements LongSupplier {
    private final AtomicLong now;

    public ManualClock() {
        this(1_000_000_000L);
    }

    public ManualClock(long start) {
        now = new AtomicLong(start);
    }

    @Override
    public long getAsLong() {
        return now.get();
    }

    public void advance(Duration duration) {
        now.addAndGet(duration.toNanos());
    }
}

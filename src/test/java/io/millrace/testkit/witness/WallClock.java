package io.millrace.testkit.witness;

import java.time.Instant;

/**
 * What the wall clock says in terms of {@link System#nanoTime}, as the two stand to each other now. Immutable; any
 * thread.
 */
final class WallClock {
    private static final int LOOKS = 16;
    private static final long NANOS_OF_SECOND = 1_000_000_000;
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final long nanosAtEpoch;

    private WallClock(long nanosAtEpoch) {
        this.nanosAtEpoch = nanosAtEpoch;
    }

    /** Compares the clocks: of several looks at both the quickest one counts. */
    static WallClock now() {
        long best = Long.MAX_VALUE;
        long nanosAtEpoch = 0;
        for (int i = 0; i < LOOKS; i++) {
            long before = System.nanoTime();
            Instant wall = Instant.now();
            long took = System.nanoTime() - before;
            if (took < best) {
                best = took;
                nanosAtEpoch = before + took / 2 - wall.getEpochSecond() * NANOS_OF_SECOND - wall.getNano();
            }
        }
        return new WallClock(nanosAtEpoch);
    }

    /** Where {@link System#nanoTime} stood when the wall clock said this. */
    long nanosAt(long wallMillis) {
        return nanosAtEpoch + wallMillis * NANOS_OF_MILLI;
    }
}

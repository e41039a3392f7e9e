package io.millrace.testkit.witness;

import java.util.concurrent.locks.LockSupport;

/** Lets so many things happen in a second, evenly. One thread. */
final class Pace {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final long began = System.nanoTime();
    private long taken;

    /** @param perSecond 0: no limit */
    Pace(double perSecond) {
        this.perSecond = perSecond;
    }

    /** Waits until at least one more may happen; tells how many may, and counts them as happened. */
    int take(int most) {
        int now = most;
        while (perSecond > 0) {
            double due = (System.nanoTime() - began) / NANOS * perSecond + 1 - taken;
            if (due >= 1) {
                now = (int) Math.min(due, most);
                break;
            }
            LockSupport.parkNanos((long) ((1 - due) / perSecond * NANOS) + 1);
        }
        taken += now;
        return now;
    }
}

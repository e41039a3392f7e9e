package io.millrace.worker;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many records the whole run may still handle. Drawn per poll by each worker; what is not used is given back. One
 * of the few objects that carry state between threads: any thread may draw, give back and look.
 */
public final class RecordBudget {
    private final long total;
    private final AtomicLong remaining;
    private final AtomicLong finished = new AtomicLong();

    private RecordBudget(long total) {
        this.total = total;
        this.remaining = new AtomicLong(total);
    }

    public static RecordBudget of(long records) {
        return new RecordBudget(records);
    }

    public static RecordBudget unlimited() {
        return new RecordBudget(Long.MAX_VALUE);
    }

    /** Takes up to so many; tells how many it got. */
    public int draw(int wanted) {
        if (total == Long.MAX_VALUE) {
            return wanted;
        }
        long before = remaining.getAndUpdate(left -> left - Math.min(left, wanted));
        return (int) Math.min(before, wanted);
    }

    /** Whether nothing is left to draw; some of what was drawn may still be in work, and may be given back. */
    public boolean isDrawn() {
        return remaining.get() == 0;
    }

    /** So many of those drawn were not handled. */
    public void giveBack(int unused) {
        if (total != Long.MAX_VALUE) {
            remaining.addAndGet(unused);
        }
    }

    /** So many of those drawn are finished. */
    public void finished(int records) {
        if (total != Long.MAX_VALUE) {
            finished.addAndGet(records);
        }
    }

    /** Whether as many as the run may handle are finished. */
    public boolean isUsedUp() {
        return finished.get() >= total;
    }
}

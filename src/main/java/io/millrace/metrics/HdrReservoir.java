package io.millrace.metrics;

import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Snapshot;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A Dropwizard reservoir that keeps every value of the last minute or so with three digits, where the usual ones keep
 * a sample: percentiles of it are true. Any thread may write and read; a write takes no lock.
 *
 * <p>Values fill one window; a read more than {@link #WINDOW_NANOS} after the window began starts the next one, and a
 * snapshot joins the present window with the one before. So any number of readers see the same.
 */
public final class HdrReservoir implements Reservoir {
    static final long WINDOW_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final Recorder recorder = new Recorder(DIGITS);
    private Histogram recycled;
    private Histogram previous = new Histogram(DIGITS);
    private Histogram present = new Histogram(DIGITS);
    private long windowBegan = System.nanoTime();

    @Override
    public int size() {
        return getSnapshot().size();
    }

    @Override
    public void update(long value) {
        recorder.recordValue(Math.max(value, 0));
    }

    @Override
    public synchronized Snapshot getSnapshot() {
        recycled = recorder.getIntervalHistogram(recycled);
        if (System.nanoTime() - windowBegan > WINDOW_NANOS) {
            Histogram oldest = previous;
            previous = present;
            oldest.reset();
            present = oldest;
            windowBegan = System.nanoTime();
        }
        present.add(recycled);
        Histogram both = present.copy();
        both.add(previous);
        return new HdrSnapshot(both);
    }
}

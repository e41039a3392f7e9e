package io.millrace.metrics;

import com.codahale.metrics.Snapshot;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A histogram at one moment, as Dropwizard wants to see it. Immutable; any thread. */
final class HdrSnapshot extends Snapshot {
    private static final int MAX_VALUES = 10_000;

    private final Histogram histogram;

    HdrSnapshot(Histogram histogram) {
        this.histogram = histogram;
    }

    @Override
    public double getValue(double quantile) {
        return histogram.getValueAtPercentile(quantile * 100.0);
    }

    /** Up to ten thousand values that are spread as the recorded ones are. */
    @Override
    public long[] getValues() {
        long total = histogram.getTotalCount();
        int size = (int) Math.min(total, MAX_VALUES);
        long[] values = new long[size];
        for (int i = 0; i < size; i++) {
            values[i] = histogram.getValueAtPercentile(100.0 * (i + 1) / size);
        }
        return values;
    }

    @Override
    public int size() {
        return (int) Math.min(histogram.getTotalCount(), Integer.MAX_VALUE);
    }

    @Override
    public long getMax() {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getMaxValue();
    }

    @Override
    public double getMean() {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getMean();
    }

    @Override
    public long getMin() {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getMinValue();
    }

    @Override
    public double getStdDev() {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getStdDeviation();
    }

    @Override
    public void dump(OutputStream output) {
        PrintWriter out = new PrintWriter(output, false, StandardCharsets.UTF_8);
        for (HistogramIterationValue value : histogram.recordedValues()) {
            out.printf("%d %d%n", value.getValueIteratedTo(), value.getCountAtValueIteratedTo());
        }
        out.flush();
    }
}

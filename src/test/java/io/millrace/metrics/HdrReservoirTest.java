package io.millrace.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Snapshot;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HdrReservoirTest {
    private static final Percentage DIGITS = Percentage.withPercentage(0.1);

    private final HdrReservoir reservoir = new HdrReservoir();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void percentilesAreTrueWithinAThousandth(long seed) {
        Random random = new Random(seed);
        long[] values = new long[10_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) Math.exp(random.nextGaussian() * 3 + 12);
            reservoir.update(values[i]);
        }
        Arrays.sort(values);
        Snapshot snapshot = reservoir.getSnapshot();
        assertThat(snapshot.size()).isEqualTo(10_000);
        for (double quantile : new double[] {0.1, 0.5, 0.75, 0.95, 0.98, 0.99, 0.999, 1}) {
            long exact = values[(int) Math.ceil(quantile * values.length) - 1];
            assertThat(snapshot.getValue(quantile))
                    .as("seed %d, quantile %s", seed, quantile)
                    .isCloseTo((double) exact, DIGITS);
        }
        assertThat((double) snapshot.getMax()).isCloseTo((double) values[values.length - 1], DIGITS);
        assertThat((double) snapshot.getMin()).isCloseTo((double) values[0], DIGITS);
        assertThat(snapshot.getMean()).isCloseTo(Arrays.stream(values).average().orElseThrow(), DIGITS);
    }

    @Test
    void withoutAValueEverythingIsZero() {
        Snapshot snapshot = reservoir.getSnapshot();
        assertThat(snapshot.size()).isZero();
        assertThat(snapshot.getValues()).isEmpty();
        assertThat(snapshot.getMax()).isZero();
        assertThat(snapshot.getMin()).isZero();
        assertThat(snapshot.getMean()).isZero();
        assertThat(snapshot.getStdDev()).isZero();
        assertThat(snapshot.get99thPercentile()).isZero();
    }

    @Test
    void twoReadersSeeTheSame() {
        for (int i = 1; i <= 100; i++) {
            reservoir.update(i * 1000L);
        }
        Snapshot first = reservoir.getSnapshot();
        Snapshot second = reservoir.getSnapshot();
        assertThat(second.size()).isEqualTo(first.size()).isEqualTo(100);
        assertThat(second.getMedian()).isEqualTo(first.getMedian());
        assertThat(second.getMax()).isEqualTo(first.getMax());
    }

    @Test
    void aSnapshotStaysAsItIsWhenMoreComes() {
        reservoir.update(5);
        Snapshot snapshot = reservoir.getSnapshot();
        reservoir.update(500);
        reservoir.getSnapshot();
        assertThat(snapshot.size()).isEqualTo(1);
        assertThat(snapshot.getMax()).isEqualTo(5);
    }

    @Test
    void aNegativeTimeCountsAsZero() {
        reservoir.update(-1);
        assertThat(reservoir.getSnapshot().getMax()).isZero();
        assertThat(reservoir.size()).isEqualTo(1);
    }

    @Test
    void valuesAreSpreadAsTheRecordedOnesAre() {
        for (int i = 1; i <= 1000; i++) {
            reservoir.update(i);
        }
        long[] values = reservoir.getSnapshot().getValues();
        assertThat(values).hasSize(1000).isSorted();
        assertThat((double) values[499]).isCloseTo(500, Offset.offset(1.0));
    }

    @Test
    void ofManyValuesTenThousandAreListed() {
        for (int i = 0; i < 20_000; i++) {
            reservoir.update(i);
        }
        Snapshot snapshot = reservoir.getSnapshot();
        assertThat(snapshot.getValues()).hasSize(10_000);
        assertThat(snapshot.size()).isEqualTo(20_000);
    }

    @Test
    void aDumpHasALineForEachValue() {
        reservoir.update(3);
        reservoir.update(3);
        reservoir.update(7);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        reservoir.getSnapshot().dump(out);
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).containsExactly("3 2", "7 1");
    }

    @Test
    void noWriteIsLostWhileOthersRead() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        Future<?>[] writers = new Future<?>[3];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = threads.submit(() -> {
                for (int value = 0; value < 100_000; value++) {
                    reservoir.update(value);
                }
            });
        }
        int last = 0;
        boolean done = false;
        while (!done) {
            done = Arrays.stream(writers).allMatch(Future::isDone);
            int size = reservoir.size();
            assertThat(size).isGreaterThanOrEqualTo(last);
            last = size;
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdown();
        assertThat(reservoir.size()).isEqualTo(300_000);
    }
}

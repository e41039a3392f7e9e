package io.millrace.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

class WorkerMetersTest {
    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void eachWorkerHasNamesOfItsOwn() {
        WorkerMeters zero = new WorkerMeters(registry, 0);
        WorkerMeters one = new WorkerMeters(registry, 1);
        zero.handled(3, 30, 1000);
        one.handled(4, 40, 1000);
        assertThat(zero.counts().handled()).isEqualTo(3);
        assertThat(one.counts().handled()).isEqualTo(4);
        assertThat(registry.getNames()).contains("worker.0.handled", "worker.1.handled", "worker.0.commit");
    }

    @Test
    void aWorkerThatReplacesAnotherGoesOnWithItsNumbers() {
        new WorkerMeters(registry, 0).handled(3, 30, 1000);
        WorkerMeters next = new WorkerMeters(registry, 0);
        next.handled(1, 10, 1000);
        assertThat(next.counts().handled()).isEqualTo(4);
        assertThat(next.counts().bytes()).isEqualTo(40);
    }

    @Test
    void everythingIsCountedUnderItsName() {
        WorkerMeters meters = new WorkerMeters(registry, 0);
        meters.handled(7, 70, 1000);
        meters.failed(false);
        meters.failed(true);
        meters.committed(500);
        meters.commitFailed(CommitFailureCause.UNKNOWN);
        meters.commitFailed(CommitFailureCause.STALE_EPOCH);
        meters.assigned(4);
        meters.revoked(2);
        meters.lost(1);
        WorkerCounts counts = meters.counts();
        assertThat(counts.handled()).isEqualTo(7);
        assertThat(counts.bytes()).isEqualTo(70);
        assertThat(counts.failed()).isEqualTo(2);
        assertThat(counts.undecodable()).isEqualTo(1);
        assertThat(counts.commits()).isEqualTo(1);
        assertThat(counts.commitFailures()).isEqualTo(2);
        assertThat(counts.assigned()).isEqualTo(4);
        assertThat(counts.revoked()).isEqualTo(2);
        assertThat(counts.lost()).isEqualTo(1);
    }

    @Test
    void sumsAddEachCountToItsOwn() {
        WorkerCounts one = new WorkerCounts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        WorkerCounts ten = new WorkerCounts(10, 20, 30, 40, 50, 60, 70, 80, 90, 100);
        assertThat(one.plus(ten)).isEqualTo(new WorkerCounts(11, 22, 33, 44, 55, 66, 77, 88, 99, 110));
        assertThat(one.plus(WorkerCounts.ZERO)).isEqualTo(one);
    }
}

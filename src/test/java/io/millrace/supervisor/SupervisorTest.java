package io.millrace.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RecordHandler;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What needs no broker: nothing listens where this configuration points. */
@Timeout(60)
class SupervisorTest {
    private static Supervisor supervisor() {
        RecordHandler<Object, Object> handler = (key, value, record) -> {};
        return new Supervisor(
                Configs.with("start-timeout = 300ms", "metrics.jmx = false"),
                EngineParts.of(() -> handler),
                RunBounds.NONE);
    }

    @Test
    void aRunWithoutABrokerEndsAndSaysWhere() throws Exception {
        Supervisor supervisor = supervisor();
        assertThat(supervisor.snapshot().state()).isEqualTo(EngineState.CREATED);
        supervisor.start();
        EngineReport report = supervisor.report().get(30, TimeUnit.SECONDS);
        assertThat(report.stopped()).isEqualTo(StopReason.FAILURE);
        assertThat(report.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.kind()).isEqualTo(EngineFailure.Kind.UNREACHABLE);
            assertThat(failure.message()).contains("127.0.0.1:1");
        });
        assertThat(report.last().state()).isEqualTo(EngineState.STOPPED);
        assertThat(supervisor.snapshot().state()).isEqualTo(EngineState.STOPPED);
    }

    @Test
    void anEngineStartsOnce() throws Exception {
        Supervisor supervisor = supervisor();
        supervisor.start();
        assertThatThrownBy(supervisor::start).isInstanceOf(IllegalStateException.class);
        supervisor.report().get(30, TimeUnit.SECONDS);
        assertThatThrownBy(supervisor::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void beforeTheStartThereIsNothingToStop() {
        assertThatThrownBy(() -> supervisor().stop(StopReason.ADMIN)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStopWhileWaitingForTheBrokerEndsTheRunAsAsked() throws Exception {
        RecordHandler<Object, Object> handler = (key, value, record) -> {};
        Supervisor supervisor = new Supervisor(
                Configs.with("start-timeout = 5m", "metrics.jmx = false"),
                EngineParts.of(() -> handler),
                RunBounds.NONE);
        supervisor.start();
        supervisor.stop(StopReason.SIGNAL);
        EngineReport report = supervisor.report().get(30, TimeUnit.SECONDS);
        assertThat(report.failures()).isEmpty();
        assertThat(report.stopped()).isEqualTo(StopReason.SIGNAL);
        assertThat(report.drained()).isTrue();
    }

    @Test
    void theSnapshotBeforeTheStartHasTheShapeOfTheSummary() {
        EngineSnapshot snapshot = supervisor().snapshot();
        assertThat(snapshot.name()).isEqualTo("mill");
        assertThat(snapshot.group()).isEqualTo("G");
        assertThat(snapshot.workers()).isEmpty();
        assertThat(snapshot.partitions()).isEmpty();
        assertThat(snapshot.lag()).isNull();
        assertThat(snapshot.result()).isNull();
    }
}

package io.millrace.supervisor;

import static io.millrace.supervisor.Snapshots.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.StopReport;
import io.millrace.metrics.WorkerCounts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StopReportsTest {
    private static EngineReport report(boolean drained, List<EngineFailure> failures) {
        EngineSnapshot last = new EngineSnapshot(
                "n",
                "g",
                EngineState.STOPPED,
                Instant.EPOCH,
                1,
                1,
                WorkerCounts.ZERO,
                List.of(),
                List.of(
                        new PartitionStatus(partition(0), null, 0L, 5L, 4L, 9L),
                        new PartitionStatus(partition(1), null, null, null, null, null)),
                List.of(new Abandoned(partition(0), 5, 0, 1)),
                List.of(),
                List.of(),
                Optional.empty(),
                null);
        return new EngineReport(last, StopReason.ADMIN, drained, failures);
    }

    @Test
    void eachPartitionTellsWhatIsFinishedCommittedAndAbandoned() {
        assertThat(StopReports.of(report(true, List.of())).partitions())
                .containsExactly(
                        new StopReport.Partition(partition(0), 5L, 4L, 5L),
                        new StopReport.Partition(partition(1), null, null, null));
    }

    @Test
    void aStopIsCleanOnlyIfAllIsDrainedAndNothingFailed() {
        EngineFailure failure = new EngineFailure(EngineFailure.Kind.FAILED, "worker 0: no", null);
        assertThat(StopReports.of(report(true, List.of())).clean()).isTrue();
        assertThat(StopReports.of(report(false, List.of())).clean()).isFalse();
        assertThat(StopReports.of(report(true, List.of(failure))).clean()).isFalse();
        assertThat(StopReports.of(report(true, List.of(failure))).failures()).containsExactly("worker 0: no");
    }
}

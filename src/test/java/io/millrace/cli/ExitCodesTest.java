package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.metrics.WorkerCounts;
import io.millrace.supervisor.EngineFailure;
import io.millrace.supervisor.EngineFailure.Kind;
import io.millrace.supervisor.EngineReport;
import io.millrace.supervisor.EngineSnapshot;
import io.millrace.supervisor.EngineState;
import io.millrace.supervisor.StopReason;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExitCodesTest {
    private static final int TERM = 15;

    private static int code(StopReason stopped, boolean drained, long failedRecords, Kind... failures) {
        EngineSnapshot last = new EngineSnapshot(
                "test",
                "group",
                EngineState.STOPPED,
                Instant.EPOCH,
                1,
                1,
                new WorkerCounts(0, 0, 0, failedRecords, 0, 0, 0, 0, 0, 0),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                null);
        List<EngineFailure> all = Arrays.stream(failures)
                .map(kind -> new EngineFailure(kind, "made by the test", null))
                .toList();
        return ExitCodes.of(new EngineReport(last, stopped, drained, all), TERM, false);
    }

    @Test
    void isZeroForARunThatDidWhatWasAsked() {
        for (StopReason reason : List.of(StopReason.END, StopReason.MAX_RECORDS, StopReason.TIME, StopReason.ADMIN)) {
            assertThat(code(reason, true, 0)).isZero();
        }
    }

    @Test
    void isThatOfTheSignalAfterACleanDrain() {
        assertThat(code(StopReason.SIGNAL, true, 0)).isEqualTo(143);
        assertThat(code(StopReason.SIGNAL, false, 0)).isEqualTo(75);
    }

    @Test
    void isTheWorstWhereSeveralApply() {
        assertThat(code(StopReason.FAILURE, false, 1, Kind.FAILED, Kind.UNREACHABLE, Kind.ACCESS, Kind.CONFIG))
                .isEqualTo(78);
        assertThat(code(StopReason.FAILURE, false, 1, Kind.FAILED, Kind.UNREACHABLE, Kind.ACCESS))
                .isEqualTo(77);
        assertThat(code(StopReason.FAILURE, false, 1, Kind.FAILED, Kind.UNREACHABLE))
                .isEqualTo(69);
        assertThat(code(StopReason.FAILURE, false, 1, Kind.FAILED)).isEqualTo(1);
        assertThat(code(StopReason.END, false, 1)).isEqualTo(75);
        assertThat(code(StopReason.END, true, 1)).isEqualTo(3);
        assertThat(code(StopReason.FAILURE, true, 0)).isEqualTo(1);
    }
}

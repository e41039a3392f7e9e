package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.metrics.WorkerCounts;
import io.millrace.supervisor.EngineSnapshot;
import io.millrace.supervisor.EngineState;
import io.millrace.supervisor.RunProgress;
import io.millrace.worker.WorkerSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final ProgressLine line = new ProgressLine();

    private static EngineSnapshot at(double seconds, long handled, RunProgress progress) {
        return new EngineSnapshot(
                "test",
                "group",
                EngineState.RUNNING,
                Instant.EPOCH,
                seconds,
                seconds,
                new WorkerCounts(handled, 0, handled, 0, 0, 0, 0, 0, 0, 0),
                List.of(WorkerSnapshot.initial(0)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.ofNullable(progress),
                null);
    }

    @Test
    void tellsPercentRateLagAndTimeLeft() {
        String last = "";
        for (int second = 0; second <= 100; second++) {
            last = line.of(at(second, second * 1000L, new RunProgress(second * 1000L, 400_000, "offsets")));
        }

        assertThat(last)
                .isEqualTo("25 %  100,000/400,000 offsets  1,000/s  lag 300,000  ETA 05:00  fail 0  workers 0/1");
    }

    @Test
    void hidesTheTimeLeftWhileItCannotBeKnown() {
        line.of(at(0, 0, new RunProgress(0, 1000, "offsets")));

        assertThat(line.of(at(1, 10, new RunProgress(10, 1000, "offsets")))).contains("ETA –");
        assertThat(line.of(at(500, 10, new RunProgress(10, 1000, "offsets")))).contains("ETA –");
    }

    @Test
    void isDoneWithAnEmptyTopicAtOnce() {
        assertThat(line.of(at(1, 0, new RunProgress(0, 0, "offsets"))))
                .startsWith("100 %  0/0 offsets")
                .contains("lag 0")
                .contains("ETA 00:00");
    }

    @Test
    void saysThatALagIsNotKnown() {
        assertThat(line.of(at(1, 12_345, null))).isEqualTo("12,345 records  0/s  lag –  fail 0  workers 0/1");
    }
}

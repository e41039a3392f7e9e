package io.millrace.supervisor;

import static io.millrace.supervisor.Snapshots.partition;
import static io.millrace.supervisor.Snapshots.view;
import static io.millrace.supervisor.Snapshots.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.offsets.StartPosition;
import io.millrace.worker.RecordBudget;
import io.millrace.worker.WorkerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BoundCheckTest {
    private static final long SECOND = 1_000_000_000L;

    private static final PinnedEnds PINNED = PinnedEnds.pin(
            Map.of(), Map.of(partition(0), 10L, partition(1), 10L), Map.of(), new StartPosition.Earliest());

    @Test
    void withoutABoundARunNeverEndsByItself() {
        BoundCheck check = new BoundCheck(RunBounds.NONE, RecordBudget.unlimited(), null, 0);
        assertThat(check.reached(List.of(), Map.of(), Long.MAX_VALUE)).isEmpty();
        assertThat(check.needsCommitted(List.of(), 4)).isFalse();
    }

    @Test
    void theTimeIsOverWhenItHasPassed() {
        RunBounds bounds = new RunBounds(false, OptionalLong.empty(), Optional.of(Duration.ofSeconds(3)));
        BoundCheck check = new BoundCheck(bounds, RecordBudget.unlimited(), null, 5 * SECOND);
        assertThat(check.reached(List.of(), Map.of(), 8 * SECOND - 1)).isEmpty();
        assertThat(check.reached(List.of(), Map.of(), 8 * SECOND)).contains(StopReason.TIME);
    }

    @Test
    void recordsAreUsedUpWhenTheyAreFinished() {
        RecordBudget budget = RecordBudget.of(3);
        BoundCheck check = new BoundCheck(new RunBounds(false, OptionalLong.of(3), Optional.empty()), budget, null, 0);
        budget.draw(3);
        assertThat(check.reached(List.of(), Map.of(), 0)).isEmpty();
        budget.finished(3);
        assertThat(check.reached(List.of(), Map.of(), 0)).contains(StopReason.MAX_RECORDS);
    }

    @Test
    void theEndIsReachedByWhatWeHandleAndWhatOthersCommit() {
        BoundCheck check = new BoundCheck(
                new RunBounds(true, OptionalLong.empty(), Optional.empty()), RecordBudget.unlimited(), PINNED, 0);
        List<WorkerSnapshot> workers = List.of(worker(0, List.of(partition(0)), view(0, 1, 0L, 10L, 3L)));
        assertThat(check.reached(workers, Map.of(partition(0), 3L, partition(1), 9L), 0))
                .isEmpty();
        assertThat(check.reached(workers, Map.of(partition(0), 3L, partition(1), 10L), 0))
                .contains(StopReason.END);
        assertThat(check.needsCommitted(workers, 2)).isTrue();
        assertThat(check.needsCommitted(workers, 1)).isFalse();
    }

    @Test
    void whatWasGivenUpCountsOnlyAsFarAsItIsCommitted() {
        BoundCheck check = new BoundCheck(
                new RunBounds(true, OptionalLong.empty(), Optional.empty()), RecordBudget.unlimited(), PINNED, 0);
        List<WorkerSnapshot> workers =
                List.of(worker(0, List.of(partition(0)), view(0, 1, 0L, 10L, 10L), view(1, 2, 0L, 10L, 4L)));
        assertThat(check.reached(workers, Map.of(partition(1), 4L), 0)).isEmpty();
    }
}

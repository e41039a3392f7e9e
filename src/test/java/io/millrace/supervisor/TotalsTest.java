package io.millrace.supervisor;

import static io.millrace.supervisor.Snapshots.partition;
import static io.millrace.supervisor.Snapshots.view;
import static io.millrace.supervisor.Snapshots.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Results;
import io.millrace.offsets.PartitionRange;
import io.millrace.worker.HandlerResult;
import io.millrace.worker.WorkerSnapshot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TotalsTest {
    @Test
    void countsAreAddedOverTheWorkers() {
        assertThat(Totals.counts(List.of(worker(0, List.of()), worker(3, List.of())))
                        .handled())
                .isEqualTo(5);
        assertThat(Totals.counts(List.of()).records()).isZero();
    }

    @Test
    void activeTimeGoesFromTheFirstRecordOfAnyToTheLastOfAny() {
        assertThat(Totals.activeSeconds(List.of(worker(0, List.of()), worker(2, List.of()))))
                .isEqualTo(14.0);
    }

    @Test
    void aWorkerWithoutARecordDoesNotCountInTheActiveTime() {
        assertThat(Totals.activeSeconds(List.of(WorkerSnapshot.initial(0), worker(2, List.of()))))
                .isEqualTo(12.0);
        assertThat(Totals.activeSeconds(List.of(WorkerSnapshot.initial(0)))).isZero();
        assertThat(Totals.activeSeconds(List.of())).isZero();
    }

    @Test
    void partitionsAreSortedByNumberAndNameTheirOwner() {
        List<PartitionStatus> all = Totals.partitions(
                List.of(
                        worker(0, List.of(partition(10)), view(10, 3, 0L, 5L, 4L), view(2, 1, 0L, 3L, 3L)),
                        worker(1, List.of(partition(2)), view(2, 2, 3L, 9L, 3L))),
                Map.of(),
                Map.of(partition(2), 9L, partition(10), 20L));
        assertThat(all)
                .containsExactly(
                        new PartitionStatus(partition(2), 1, 0L, 9L, 3L, 9L),
                        new PartitionStatus(partition(10), 0, 0L, 5L, 4L, 20L));
        assertThat(all.get(1).lag()).isEqualTo(16);
    }

    @Test
    void aPartitionThatNobodyOwnsAnyMoreHasNoWorker() {
        assertThat(Totals.partitions(
                        List.of(worker(0, List.of(), view(2, 1, 0L, 3L, 3L))), Map.of(), Map.of(partition(2), 3L)))
                .containsExactly(new PartitionStatus(partition(2), null, 0L, 3L, 3L, 3L));
    }

    @Test
    void theNewerOfTwoCommittedOffsetsIsShown() {
        List<WorkerSnapshot> workers = List.of(worker(0, List.of(partition(2)), view(2, 1, 0L, 9L, 7L)));
        Map<org.apache.kafka.common.TopicPartition, Long> ends = Map.of(partition(2), 9L);
        assertThat(Totals.partitions(workers, Map.of(partition(2), 5L), ends)
                        .get(0)
                        .committed())
                .isEqualTo(7);
        assertThat(Totals.partitions(workers, Map.of(partition(2), 8L), ends)
                        .get(0)
                        .committed())
                .isEqualTo(8);
    }

    @Test
    void anEndThatIsOlderThanThePositionIsNotShownBelowIt() {
        assertThat(Totals.partitions(
                                List.of(worker(0, List.of(partition(2)), view(2, 1, 0L, 9L, 7L))),
                                Map.of(),
                                Map.of(partition(2), 4L))
                        .get(0)
                        .end())
                .isEqualTo(9);
    }

    /** "An unknown number is null": where no end was ever heard of, the lag is not nought. */
    @Test
    void anEndThatWasNeverHeardOfIsUnknown() {
        PartitionStatus status = Totals.partitions(
                        List.of(worker(0, List.of(partition(2)), view(2, 1, 0L, 9L, 9L))), Map.of(), Map.of())
                .get(0);
        assertThat(status.end()).isNull();
        assertThat(status.lag()).isNull();
    }

    @Test
    void whatIsNotKnownStaysNull() {
        assertThat(Totals.partitions(
                        List.of(worker(0, List.of(partition(2)), view(2, 1, null, null, null))), Map.of(), Map.of()))
                .containsExactly(new PartitionStatus(partition(2), 0, null, null, null, null));
    }

    @Test
    void positionsAreThoseOfWhatIsOwned() {
        assertThat(Totals.ownedPositions(List.of(
                        worker(0, List.of(partition(1), partition(3)), view(1, 4, 0L, 9L, 9L), view(2, 1, 0L, 3L, 3L)),
                        worker(1, List.of(partition(2)), view(2, 2, null, null, null)))))
                .containsExactly(Map.entry(partition(1), 9L));
    }

    @Test
    void gapsOfAllWorkersAreTold() {
        assertThat(Totals.gaps(List.of(worker(0, List.of()), worker(1, List.of()))))
                .containsExactly(new PartitionRange(partition(0), 0, 3), new PartitionRange(partition(1), 0, 3));
    }

    @Test
    void resultsAreMergedOverTheWorkersThatHaveOne() {
        List<WorkerSnapshot> workers = List.of(
                worker(0, List.of()),
                Snapshots.with(worker(1, List.of()), new HandlerResult(Map.of("n", 1), Results::add)),
                Snapshots.with(worker(2, List.of()), new HandlerResult(null, Results::add)),
                Snapshots.with(worker(3, List.of()), new HandlerResult(Map.of("n", 2), Results::add)));
        assertThat(Totals.result(workers)).isEqualTo(Map.of("n", 3L));
        assertThat(Totals.result(List.of(worker(0, List.of())))).isNull();
    }

    @Test
    void aMergeThatFailsDoesNotTakeTheSummaryWithIt() {
        WorkerSnapshot worker = Snapshots.with(worker(1, List.of()), new HandlerResult(Map.of("n", 1), results -> {
            throw new IllegalStateException("scripted");
        }));
        assertThat(Totals.result(List.of(worker))).isNull();
    }
}

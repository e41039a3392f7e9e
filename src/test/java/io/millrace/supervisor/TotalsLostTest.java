package io.millrace.supervisor;

import static io.millrace.supervisor.Snapshots.partition;
import static io.millrace.supervisor.Snapshots.view;
import static io.millrace.supervisor.Snapshots.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.offsets.PartitionRange;
import io.millrace.worker.WorkerSnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

class TotalsLostTest {
    private static PartitionRange range(int partition, long from, long to) {
        return new PartitionRange(partition(partition), from, to);
    }

    private static WorkerSnapshot withLost(WorkerSnapshot worker, PartitionRange... lost) {
        return new WorkerSnapshot(
                worker.worker(),
                worker.state(),
                worker.activity(),
                worker.counts(),
                worker.owned(),
                worker.partitions(),
                worker.gaps(),
                List.of(lost),
                worker.firstPolled(),
                worker.lastFinished(),
                worker.result());
    }

    private static Abandoned inHand(int worker, int partition, long offset) {
        return new Abandoned(partition(partition), offset, worker, 1.5);
    }

    @Test
    void whatTheWorkersLostIsTold() {
        assertThat(Totals.lost(
                        List.of(
                                withLost(worker(0, List.of()), range(1, 0, 5)),
                                worker(1, List.of()),
                                withLost(worker(2, List.of()), range(2, 7, 8), range(3, 0, 1))),
                        List.of()))
                .containsExactly(range(1, 0, 5), range(2, 7, 8), range(3, 0, 1));
    }

    @Test
    void whatIsInHandAtTheEndIsLostWithTheRestOfItsChunk() {
        WorkerSnapshot worker = worker(0, List.of(partition(1)), view(1, 1, 0L, 10L, 20L));
        assertThat(Totals.lost(List.of(worker), List.of(inHand(0, 1, 13)))).containsExactly(range(1, 13, 20));
    }

    @Test
    void whatWasCommittedAheadOfOtherPartitionsIsLostWithIt() {
        WorkerSnapshot worker = worker(
                0,
                List.of(partition(1), partition(2), partition(3)),
                view(1, 1, 0L, 20L, 20L),
                view(2, 2, 0L, 4L, 9L),
                view(3, 3, 0L, 0L, 6L));
        assertThat(Totals.lost(List.of(worker), List.of(inHand(0, 2, 5))))
                .containsExactly(range(2, 5, 9), range(3, 0, 6));
    }

    @Test
    void whereNothingIsCommittedAheadNothingIsLost() {
        WorkerSnapshot worker = worker(0, List.of(partition(1)), view(1, 1, 0L, 10L, 5L));
        assertThat(Totals.lost(List.of(worker), List.of(inHand(0, 1, 10)))).isEmpty();
    }

    @Test
    void whatAnotherWorkerHasInHandIsNotThisOnes() {
        WorkerSnapshot worker = worker(0, List.of(partition(1)), view(1, 1, 0L, 10L, 20L));
        assertThat(Totals.lost(List.of(worker), List.of(inHand(1, 1, 13)))).isEmpty();
    }

    @Test
    void whatIsNotOwnedAnyMoreOrUnknownIsNotTold() {
        WorkerSnapshot worker = worker(
                0,
                List.of(partition(2), partition(3)),
                view(1, 1, 0L, 10L, 20L),
                view(2, 2, null, null, 9L),
                view(3, 3, 0L, 4L, null));
        assertThat(Totals.lost(List.of(worker), List.of(inHand(0, 3, 4)))).isEmpty();
    }
}

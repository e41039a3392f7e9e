package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.LoopBench;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartitionStrategyTest {
    private final LoopBench bench = Mode.PARTITION.on(new LoopBench());

    private void twoPartitions() throws Exception {
        bench.group.append(0, 2).commit(0, 0).append(1, 3).commit(1, 0);
        bench.open(0, 1);
    }

    @AfterEach
    void nothingForbiddenWasDone() {
        bench.assertNothingForbidden();
    }

    @Test
    void thePartOfOnePartitionIsCommittedBeforeThatOfTheNextIsHandled() throws Exception {
        twoPartitions();
        bench.runOnce();
        assertThat(bench.journal.of("handle", "flush", "commit"))
                .containsExactly(
                        "handle 0@0",
                        "handle 0@1",
                        "flush",
                        "commitSync {t-0=2}",
                        "handle 1@0",
                        "handle 1@1",
                        "handle 1@2",
                        "flush",
                        "commitSync {t-1=3}");
    }

    @Test
    void aCommitThatFailedHoldsTheNextPartitionBack() throws Exception {
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new RebalanceInProgressException()));
        twoPartitions();
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1");
        bench.runTimes(3);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "1@0", "1@1", "1@2");
        assertThat(bench.group.committed(0)).isEqualTo(2);
        assertThat(bench.group.committed(1)).isEqualTo(3);
    }

    @Test
    void aFailureInOnePartitionLeavesTheOneBeforeItCommitted() throws Exception {
        bench.handler.failAt(1, 1, new IllegalStateException("no"));
        twoPartitions();
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.group.committed(0)).isEqualTo(2);
        assertThat(bench.group.committed(1)).isEqualTo(1);
    }

    @Test
    void markersBehindTheLastRecordAreCommittedAtTheEndOfThePoll() throws Exception {
        bench.group.append(0, 2).hole(0, 1).commit(0, 0).append(1, 3).commit(1, 0);
        bench.open(0, 1);
        bench.runOnce();
        assertThat(bench.journal.of("commit")).containsExactly("commitSync {t-0=2}", "commitSync {t-0=3, t-1=3}");
    }
}

package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.LoopBench;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordStrategyTest {
    private final LoopBench bench = Mode.RECORD.on(new LoopBench());

    private void threeRecords() throws Exception {
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
    }

    @AfterEach
    void nothingForbiddenWasDone() {
        bench.assertNothingForbidden();
    }

    @Test
    void eachRecordIsCommittedBeforeTheNextIsHandled() throws Exception {
        threeRecords();
        bench.runOnce();
        assertThat(bench.journal.of("handle", "flush", "commit"))
                .containsExactly(
                        "handle 0@0",
                        "flush",
                        "commitSync {t-0=1}",
                        "handle 0@1",
                        "flush",
                        "commitSync {t-0=2}",
                        "handle 0@2",
                        "flush",
                        "commitSync {t-0=3}");
    }

    @Test
    void aCommitThatFailedHoldsTheNextRecordBack() throws Exception {
        bench.consumer.commits().syncAnswers(CommitAnswer.OK, CommitAnswer.refused(new RebalanceInProgressException()));
        threeRecords();
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1");
        bench.runTimes(3);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2");
        assertThat(bench.group.committed(0)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void aFailureLeavesEachRecordBeforeItCommitted(long offset) throws Exception {
        bench.handler.failAt(0, offset, new OutOfMemoryError("no"));
        threeRecords();
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.group.committed(0)).isEqualTo(offset);
    }
}

package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.LoopBench;
import java.time.Duration;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client commits what it stands behind: when its timer rings in a poll, before a revocation, and at its close. */
class AutoStrategyTest {
    private final LoopBench bench = new LoopBench().auto(Mode.TIMEOUT, Mode.SPACING);

    private void fiveRecords() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.open(0);
    }

    /** Each commit is of what is handled and flushed alone, and none goes down: checked when it is made. */
    @AfterEach
    void nothingForbiddenWasDone() {
        bench.assertNothingForbidden();
        assertThat(bench.group.hasGoneDown()).as("%s", bench.journal).isFalse();
    }

    @Test
    void everythingHandledIsFlushedBeforeThePollThatMayCommitIt() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.consumer.timerRings();
        bench.runOnce();
        assertThat(bench.journal.of("flush", "autoCommit", "commit")).containsExactly("flush", "autoCommit {t-0=5}");
    }

    @Test
    void withoutARecordNothingIsFlushed() throws Exception {
        fiveRecords();
        bench.runTimes(5);
        assertThat(bench.journal.of("flush")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4})
    void aFailedRecordIsNotCommittedByTheClose(long offset) throws Exception {
        bench.handler.failAt(0, offset, new IllegalStateException("no"));
        fiveRecords();
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.group.committed(0)).isEqualTo(offset);
    }

    @Test
    void afterOutOfMemoryTheCloseCommitsOnlyWhatWasFlushedBefore() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.group.append(0, 5);
        bench.handler.failAt(0, 7, new OutOfMemoryError("no"));
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.handler.handled()).hasSize(7);
        assertThat(bench.group.committed(0)).isEqualTo(5);
    }

    @Test
    void afterAFlushThatFailedTheCloseCommitsOnlyWhatWasFlushedBefore() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.group.append(0, 5);
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.handler.handled()).hasSize(10);
        assertThat(bench.group.committed(0)).isEqualTo(5);
    }

    @Test
    void theFirstRecordsOfAPartitionAreNotCommittedWhenTheirFlushFailed() throws Exception {
        bench.group.append(0, 5).commit(0, 0).commit(1, 0);
        bench.open(0, 1);
        bench.runOnce();
        bench.group.append(1, 3);
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.handler.handled()).hasSize(8);
        assertThat(bench.group.committed(0)).isEqualTo(5);
        assertThat(bench.group.committed(1)).isZero();
    }

    @Test
    void asManyRecordsOfAnotherPartitionAreFlushedTooWhenOneGoes() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.group.append(1, 5).commit(1, 0);
        bench.consumer.revokeNext(0);
        bench.consumer.assignNext(1);
        bench.runOnce();
        bench.consumer.timerRings();
        bench.runOnce();
        assertThat(bench.group.committed(1)).isEqualTo(5);
    }

    @Test
    void whatTheTimerCommittedOfMarkersDoesNotGoDownAfterAFlushThatFailed() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.group.hole(0, 2);
        bench.runOnce();
        bench.consumer.timerRings();
        bench.group.append(0, 3);
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.group.committed(0)).isEqualTo(7);
    }

    /** The first record that is given back lies behind a gap, and the client must not be ahead of the engine. */
    @Test
    void whatIsGivenBackAcrossAGapIsNotCommitted() throws Exception {
        bench.group.append(0, 2).hole(0, 3).append(0, 2).commit(0, 0);
        bench.handler.at(0, 1, bench::askForCommit);
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.refused(new CommitFailedException()),
                        CommitAnswer.refused(new CommitFailedException()));
        bench.open(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(2);
        bench.consumer.timerRings();
        bench.runTimes(4);
        assertThat(bench.handler.handled()).hasSize(4);
    }

    @Test
    void whatTheBudgetLeavesIsNotCommitted() throws Exception {
        bench.budget(3);
        fiveRecords();
        bench.runOnce();
        bench.consumer.timerRings();
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(3);
        assertThat(bench.drain()).isTrue();
        bench.close();
        assertThat(bench.group.committed(0)).isEqualTo(3);
    }

    @Test
    void recordsThatComeWithAFailedAssignmentAreNotCommitted() throws Exception {
        bench.handler.fail("assigned", new IllegalStateException("no"));
        fiveRecords();
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.group.committed(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, 4})
    void aStopLeavesCommittedWhatIsHandled(long offset) throws Exception {
        bench.handler.at(0, offset, bench::stop);
        fiveRecords();
        bench.runOnce();
        assertThat(bench.drain()).isTrue();
        bench.close();
        assertThat(bench.group.committed(0)).isEqualTo(offset + 1);
    }

    @Test
    void aStopWhoseCommitIsNeverAcknowledgedStillCommitsNothingUnfinished() throws Exception {
        CommitAnswer[] silence = new CommitAnswer[100];
        Arrays.fill(silence, CommitAnswer.timedOut(Duration.ofSeconds(60)));
        bench.handler.at(0, 2, bench::stop);
        fiveRecords();
        bench.runOnce();
        bench.consumer.commits().syncAnswers(silence);
        assertThat(bench.drain()).isFalse();
        bench.close();
        assertThat(bench.group.committed(0)).isEqualTo(3);
    }

    @Test
    void aRevocationCommitsThenTellsTheHandler() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("commitSync", "revoked", "lost"))
                .containsExactly("commitSync {t-0=5}", "revoked [t-0]");
    }

    @Test
    void aRevocationWhoseCommitIsRefusedTellsUndoAndLost() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new CommitFailedException()));
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("undo [0@0-5]", "lost [t-0]");
    }

    @Test
    void whatTheTimerCommittedWhileTheLastCommitFailedDoesNotGoDownWithTheClose() throws Exception {
        CommitAnswer[] silence = new CommitAnswer[100];
        Arrays.fill(silence, CommitAnswer.timedOut(Duration.ofSeconds(60)));
        bench.handler.failAt(0, 3, new IllegalStateException("no"));
        fiveRecords();
        Throwable failure = catchThrowable(bench::runOnce);
        bench.consumer.commits().syncAnswers(silence);
        bench.consumer.timerRings();
        bench.end(failure);
        assertThat(bench.journal.of("autoCommit")).containsExactly("autoCommit {t-0=3}", "autoCommit {t-0=3}");
    }
}

package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.LoopBench;
import java.time.Duration;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a handler gets that asks for a commit, in each mode. */
class AskedCommitTest {
    private final LoopBench bench = new LoopBench();

    private void sixRecords() throws Exception {
        bench.group.append(0, 6).commit(0, 0);
        bench.open(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            mode = EnumSource.Mode.MATCH_NONE,
            names = {"AT_MOST.*", "NONE", "RECORD"})
    void everythingFinishedIsCommittedBeforeTheNextRecord(Mode mode) throws Exception {
        mode.on(bench);
        bench.handler.at(0, 2, bench::askForCommit);
        sixRecords();
        bench.runOnce();
        assertThat(bench.journal.of("handle 0@2", "handle 0@3", "commitSync {t-0=3}"))
                .containsExactly("handle 0@2", "commitSync {t-0=3}", "handle 0@3");
        assertThat(bench.drain()).isTrue();
        assertThat(bench.handler.handled()).hasSize(6);
        bench.assertNothingForbidden();
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            mode = EnumSource.Mode.MATCH_NONE,
            names = {"AT_MOST.*", "NONE", "RECORD"})
    void whileItIsNotAcknowledgedNoFurtherRecordIsHandled(Mode mode) throws Exception {
        mode.on(bench);
        bench.handler.at(0, 2, bench::askForCommit);
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.refused(new RebalanceInProgressException()),
                        CommitAnswer.timedOut(Mode.TIMEOUT),
                        CommitAnswer.refused(new RebalanceInProgressException()));
        sixRecords();
        bench.runTimes(3);
        assertThat(bench.handler.handled()).as("%s", bench.journal).hasSize(3);
        bench.runTimes(4);
        assertThat(bench.handler.handled()).hasSize(6).doesNotHaveDuplicates();
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(0)).isEqualTo(6);
        bench.assertNothingForbidden();
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            mode = EnumSource.Mode.MATCH_NONE,
            names = {"AT_MOST.*", "NONE"})
    void aRefusalThatNothingCanMendEndsTheWorker(Mode mode) throws Exception {
        mode.on(bench);
        bench.handler.at(0, 0, bench::askForCommit);
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new FencedInstanceIdException("fenced")));
        sixRecords();
        assertThat(catchThrowable(bench::runOnce)).isInstanceOf(CommitRefusedException.class);
        assertThat(bench.handler.handled()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(value = Mode.class, mode = EnumSource.Mode.MATCH_ALL, names = "AT_MOST.*")
    void atMostOnceItFlushesSinceAllIsCommittedAlready(Mode mode) throws Exception {
        mode.on(bench);
        bench.handler.at(0, 2, bench::askForCommit);
        sixRecords();
        bench.runOnce();
        assertThat(bench.journal.of("handle 0@2", "handle 0@3", "flush"))
                .containsSubsequence("handle 0@2", "flush", "handle 0@3");
        assertThat(bench.journal.of("commitSync {t-0=3}")).hasSizeLessThanOrEqualTo(1);
        bench.assertNothingForbidden();
    }

    @Test
    void inModeNoneItFlushesAndCommitsNothing() throws Exception {
        Mode.NONE.on(bench);
        bench.handler.at(0, 2, bench::askForCommit);
        sixRecords();
        bench.runOnce();
        assertThat(bench.journal.of("handle 0@2", "handle 0@3", "flush", "commit"))
                .containsExactly("handle 0@2", "flush", "handle 0@3", "flush");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ASYNC", "INTERVAL_SYNC", "INTERVAL_ASYNC", "AUTO"})
    void whatIsAskedWithTheLastRecordIsCommittedBeforeTheNextPoll(Mode mode) throws Exception {
        mode.on(bench);
        bench.handler.at(0, 5, bench::askForCommit);
        sixRecords();
        bench.runOnce();
        assertThat(bench.journal.of("commitSync")).containsExactly("commitSync {t-0=6}");
    }

    /** A chunk that was left for a commit and a next one must not be handled together. */
    @Test
    void theCapHoldsAfterACommitThatWasAskedForAndFailed() throws Exception {
        bench.async(Mode.TIMEOUT, Mode.SPACING, 10);
        bench.group.append(0, 40).commit(0, 0);
        bench.handler.at(0, 2, bench::askForCommit);
        int[] most = new int[1];
        bench.handler.onEach(record -> most[0] = (int) Math.max(most[0], bench.unacknowledged()));
        bench.consumer.commits().syncAnswers(CommitAnswer.timedOut(Duration.ofSeconds(1)));
        bench.open(0);
        bench.runTimes(6);
        assertThat(bench.handler.handled()).hasSize(40).doesNotHaveDuplicates();
        assertThat(most[0]).isLessThanOrEqualTo(10);
    }
}

package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionView;
import io.millrace.worker.CommitAnswer;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.LoopBench;
import io.millrace.worker.ScriptedGroup;
import io.millrace.worker.WorkerSnapshot;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AtMostOnceStrategyTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final LoopBench bench = new LoopBench();

    private void fiveRecords() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.atMostOnce(TIMEOUT, Cut.POLL).open(0);
    }

    private static PartitionRange range(long from, long to) {
        return new PartitionRange(ScriptedGroup.partition(0), from, to);
    }

    /** A record is committed before it is handled, and none is handled twice: checked at each record. */
    @AfterEach
    void nothingForbiddenWasDone() {
        bench.assertNothingForbidden();
    }

    @ParameterizedTest
    @EnumSource(Cut.class)
    void eachChunkIsCommittedThenHandledThenFlushed(Cut cut) throws Exception {
        bench.group.append(0, 2).commit(0, 0).append(1, 2).commit(1, 0);
        bench.atMostOnce(TIMEOUT, cut).open(0, 1);
        bench.runOnce();
        List<String> expected = switch (cut) {
            case POLL ->
                List.of("commitSync {t-0=2, t-1=2}", "handle 0@0", "handle 0@1", "handle 1@0", "handle 1@1", "flush");
            case PARTITION ->
                List.of(
                        "commitSync {t-0=2}",
                        "handle 0@0",
                        "handle 0@1",
                        "flush",
                        "commitSync {t-1=2}",
                        "handle 1@0",
                        "handle 1@1",
                        "flush");
            case RECORD ->
                List.of(
                        "commitSync {t-0=1}",
                        "handle 0@0",
                        "flush",
                        "commitSync {t-0=2}",
                        "handle 0@1",
                        "flush",
                        "commitSync {t-1=1}",
                        "handle 1@0",
                        "flush",
                        "commitSync {t-1=2}",
                        "handle 1@1",
                        "flush");
        };
        assertThat(bench.journal.of("commitSync", "handle", "flush")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rebalance", "stale", "member"})
    void aRefusedCommitForbidsItsChunkWhichIsCommittedAgain(String why) throws Exception {
        RuntimeException error = switch (why) {
            case "rebalance" -> new RebalanceInProgressException();
            case "stale" -> new StaleMemberEpochException("stale");
            default -> new CommitFailedException();
        };
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(error));
        fiveRecords();
        bench.runOnce();
        assertThat(bench.handler.handled()).isEmpty();
        bench.runTimes(3);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3", "0@4");
        assertThat(bench.snapshot().lost()).isEmpty();
        assertThat(bench.drain()).isTrue();
    }

    @Test
    void aCommitThatWasTakenWithoutAnAnswerLosesItsChunkAndNamesIt() throws Exception {
        bench.consumer.commits().syncAnswers(CommitAnswer.lost());
        fiveRecords();
        bench.runTimes(2);
        bench.group.append(0, 3);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).containsExactly("0@5", "0@6", "0@7");
        assertThat(bench.snapshot().lost()).containsExactly(range(0, 5));
        assertThat(bench.committedAndNotDone())
                .isEqualTo(bench.recordsIn(bench.snapshot().lost()));
    }

    @Test
    void aCommitThatWasNotTakenAndHasNoAnswerLosesNothing() throws Exception {
        bench.consumer.commits().syncAnswers(CommitAnswer.timedOut(TIMEOUT));
        fiveRecords();
        bench.runTimes(4);
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.snapshot().lost()).isEmpty();
    }

    /** The broker applies it after the group was asked; the same chunk is committed again, then handled. */
    @Test
    void aCommitThatIsTakenLateLosesNothing() throws Exception {
        bench.consumer.commits().syncAnswers(CommitAnswer.timedOut(TIMEOUT));
        fiveRecords();
        bench.runOnce();
        bench.consumer.before("commitSync", () -> bench.group.commit(0, 5));
        bench.runTimes(3);
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.snapshot().lost()).isEmpty();
    }

    /** The client repeats a request whose answer was lost, and tells of the last one only. */
    @Test
    void aCommitThatIsRefusedAtLastMayHaveBeenTakenBefore() throws Exception {
        bench.consumer.commits().syncAnswers(new CommitAnswer(true, new RebalanceInProgressException(), Duration.ZERO));
        fiveRecords();
        bench.runOnce();
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.snapshot().lost()).containsExactly(range(0, 5));
        assertThat(bench.journal.of("revoked", "lost")).containsExactly("revoked [t-0]");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void wakeupsDoNotCostTheQuestionItsAnswer(int wakeups) throws Exception {
        bench.consumer.commits().syncAnswers(CommitAnswer.lost());
        fiveRecords();
        bench.runOnce();
        for (int i = 0; i < wakeups; i++) {
            bench.consumer.before("committed", bench.consumer::wakeup);
        }
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.snapshot().lost()).containsExactly(range(0, 5));
    }

    @Test
    void aWakeupInTheCommitOfAChunkIsSpentAndTheChunkIsHandled() throws Exception {
        fiveRecords();
        bench.consumer.before("commitSync", bench.consumer::wakeup);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.drain()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterAFailureTheRestOfTheChunkIsLostAndNamed(boolean outOfMemory) throws Exception {
        bench.handler.failAt(0, 2, outOfMemory ? new OutOfMemoryError("no") : new IllegalStateException("no"));
        fiveRecords();
        Throwable failure = catchThrowable(bench::runOnce);
        WorkerSnapshot last = bench.end(failure);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1");
        // Out of memory, nothing is flushed any more, so what was handled does not count either.
        assertThat(bench.recordsIn(last.lost())).isEqualTo(bench.committedAndNotDone());
        assertThat(bench.committedAndNotDone()).hasSize(outOfMemory ? 5 : 3);
        assertThat(bench.group.committed(0)).isEqualTo(5);
        assertThat(bench.handler.undone()).isEmpty();
    }

    @Test
    void whatCouldNotBeFlushedIsLostAndNamedOnce() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.group.append(0, 2);
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        Throwable failure = catchThrowable(bench::runOnce);
        WorkerSnapshot last = bench.end(failure);
        assertThat(last.lost()).containsExactly(range(5, 7));
        assertThat(bench.journal.of("revoked", "lost")).containsExactly("lost [t-0]");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, 4})
    void aStopLetsTheChunkBeHandledToItsEnd(long offset) throws Exception {
        bench.handler.at(0, offset, bench::stop);
        fiveRecords();
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.lastSnapshot().lost()).isEmpty();
    }

    @Test
    void aStopThatComesWithTheCommitLetsTheChunkBeHandled() throws Exception {
        fiveRecords();
        bench.consumer.before("commitSync", () -> {
            bench.stop();
            bench.consumer.wakeup();
        });
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.drain()).isTrue();
    }

    @Test
    void whatTheDeadlineCutsOffIsLostAndTheStopIsNotClean() throws Exception {
        bench.handler.at(0, 1, () -> {
            bench.stop();
            bench.overdue();
            bench.mail();
        });
        fiveRecords();
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(2);
        assertThat(bench.drain()).isFalse();
        assertThat(bench.lastSnapshot().lost()).containsExactly(range(2, 5));
    }

    @Test
    void whileAChunkIsHandledTheSnapshotSaysWhatWouldBeLost() throws Exception {
        bench.group.append(1, 4).commit(1, 0);
        bench.group.append(0, 5).commit(0, 0);
        PartitionView[] seen = new PartitionView[2];
        bench.handler.at(
                1,
                2,
                () -> bench.shown()
                        .partitions()
                        .forEach(view -> seen[view.partition().partition()] = view));
        bench.atMostOnce(TIMEOUT, Cut.POLL).open(0, 1);
        bench.runOnce();
        assertThat(seen[0].position()).as("handled already").isEqualTo(5);
        assertThat(seen[1].position()).isEqualTo(0);
        assertThat(seen[1].committed()).isEqualTo(4);
    }

    @Test
    void noMoreIsCommittedThanMayBeHandled() throws Exception {
        bench.budget(3);
        fiveRecords();
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(3);
        assertThat(bench.group.committed(0)).isEqualTo(3);
        assertThat(bench.drain()).isTrue();
    }

    @Test
    void markersBehindTheLastRecordAreCommittedToo() throws Exception {
        bench.group.append(0, 2).hole(0, 3).commit(0, 0);
        bench.atMostOnce(TIMEOUT, Cut.POLL).open(0);
        bench.runOnce();
        assertThat(bench.journal.of("commitSync")).containsExactly("commitSync {t-0=2}", "commitSync {t-0=5}");
    }

    @Test
    void aRefusalThatNothingCanMendHandlesNothing() throws Exception {
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new FencedInstanceIdException("fenced")));
        fiveRecords();
        assertThat(catchThrowable(bench::runOnce)).isInstanceOf(CommitRefusedException.class);
        assertThat(bench.handler.handled()).isEmpty();
    }

    @Test
    void aHandledRecordNeverComesAgainSoThereIsNothingToUndo() throws Exception {
        bench.group.append(0, 5).hole(0, 2).commit(0, 0);
        // The chunk is committed, the markers behind it are not.
        bench.consumer.commits().syncAnswers(CommitAnswer.OK, CommitAnswer.refused(new CommitFailedException()));
        bench.atMostOnce(TIMEOUT, Cut.POLL).open(0);
        bench.runOnce();
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.handler.undone()).isEmpty();
        assertThat(bench.journal.of("lost")).hasSize(1);
    }

    @Test
    void afterTheMaxPollIntervalNothingIsCommittedOrHandled() throws Exception {
        bench.group.append(0, 4).commit(0, 0);
        bench.handler.at(0, 0, () -> bench.clock.advance(Duration.ofMinutes(6)));
        bench.atMostOnce(TIMEOUT, Cut.RECORD).open(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0");
        assertThat(bench.group.committed(0)).isEqualTo(1);
    }

    @Test
    void whatIsHandledAfterACommitThatTheHandlerAskedForIsFlushedToo() throws Exception {
        bench.handler.at(0, 1, bench::askForCommit);
        fiveRecords();
        bench.runOnce();
        assertThat(bench.journal.of("flush")).hasSize(2);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.committedAndNotDone()).isEmpty();
    }
}

package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitsTest {
    private final LoopBench bench = new LoopBench();

    private void fiveRecords() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.open(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWakeupInACommitIsSpentAndTheCommitIsRepeatedOnce(boolean applied) throws Exception {
        fiveRecords();
        bench.consumer.commits().applyOnWakeup(applied);
        bench.consumer.before("commitSync", bench.consumer::wakeup);
        bench.runOnce();
        assertThat(bench.journal.of("commitSync")).containsExactly("commitSync {t-0=5}", "commitSync {t-0=5}");
        assertThat(bench.group.committed(0)).isEqualTo(5);
        assertThat(bench.view(0).committed()).isEqualTo(5);
        assertThat(bench.meters.counts().commits()).isEqualTo(1);
        bench.runOnce();
        assertThat(bench.consumer.commits().sent()).hasSize(2);
    }

    @Test
    void theRepetitionHasTheTimeThatIsLeft() throws Exception {
        fiveRecords();
        bench.consumer.before("commitSync", () -> {
            bench.clock.advance(Duration.ofSeconds(2));
            bench.consumer.wakeup();
        });
        bench.runOnce();
        assertThat(bench.consumer.commits().sent())
                .extracting(ScriptedCommits.Sent::timeout)
                .containsExactly(LoopBench.COMMIT_TIMEOUT, LoopBench.COMMIT_TIMEOUT.minusSeconds(2));
    }

    /** B05: a stop that is asked for twice in a row must not cost the commit that both wakeups hit. */
    @Test
    void twoWakeupsInOneCommitAreNoFailure() throws Exception {
        fiveRecords();
        bench.consumer.commits().applyOnWakeup(false);
        bench.consumer.before("commitSync", bench.consumer::wakeup);
        bench.consumer.before("commitSync", bench.consumer::wakeup);
        bench.stop();
        assertThatCode(bench::runOnce).doesNotThrowAnyException();
        assertThatCode(bench::drain).doesNotThrowAnyException();
    }

    @Test
    void twoWakeupsInTheLastCommitDoNotLoseIt() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 1000);
        bench.group.commit(0, 0);
        bench.open(0);
        bench.group.append(0, 5);
        bench.runOnce();
        bench.group.append(0, 5);
        bench.runOnce();
        bench.consumer.commits().applyOnWakeup(false);
        bench.consumer.before("commitSync", bench.consumer::wakeup);
        bench.consumer.before("commitSync", bench.consumer::wakeup);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(0)).isEqualTo(10);
    }

    @Test
    void aFlushThatFailsCommitsNothingNowOrLater() throws Exception {
        fiveRecords();
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).isInstanceOf(FlushFailure.class).hasRootCauseMessage("disk full");
        assertThat(bench.abandon(failure)).isFalse();
        assertThat(bench.close()).isNull();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        assertThat(bench.journal.of("revoked", "lost")).containsExactly("lost [t-0]");
    }

    /** An Error is never success: what a second flush says proves nothing about what the first one lost. */
    @Test
    void aFlushThatEndsInAnErrorCommitsNothingNowOrLater() throws Exception {
        fiveRecords();
        bench.handler.fail("flush", new NoClassDefFoundError("scripted"));
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).isNotNull();
        assertThat(bench.abandon(failure)).isFalse();
        assertThat(bench.close()).isNull();
        assertThat(bench.consumer.commits().sent()).isEmpty();
    }

    @Test
    void aFlushThatFailsInTheLastCommitLeavesTheOffsetWhereItIs() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 1000);
        bench.group.append(0, 1).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        bench.group.append(0, 4);
        bench.runTimes(2);
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        Throwable failure = catchThrowable(bench::drain);
        assertThat(failure).isInstanceOf(FlushFailure.class);
        assertThat(bench.abandon(failure)).isFalse();
        assertThat(bench.group.committed(0)).isEqualTo(1);
    }

    @Test
    void aCommitWhoseAnswerIsLostIsRepeated() throws Exception {
        fiveRecords();
        bench.consumer.commits().syncAnswers(CommitAnswer.lost());
        bench.runTimes(3);
        assertThat(bench.group.applied()).containsExactly(at(5), at(5));
        assertThat(bench.meters.counts().commits()).isEqualTo(1);
        assertThat(bench.meters.counts().commitFailures()).isEqualTo(1);
    }

    private static Map<TopicPartition, Long> at(long offset) {
        return Map.of(ScriptedGroup.partition(0), offset);
    }

    /** B15: after the next poll what is still owned is committed again, and nothing fails. */
    @Test
    void aStaleMemberCommitsAgainAfterThePollWhatItStillOwns() throws Exception {
        bench.group.append(0, 5).commit(0, 0).append(1, 5).commit(1, 0);
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new CommitFailedException("stale member epoch")));
        bench.open(0, 1);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(0);
        bench.consumer.loseNext(0);
        bench.runTimes(2);
        assertThat(bench.group.committed(0)).isEqualTo(0);
        assertThat(bench.group.committed(1)).isEqualTo(5);
        assertThat(bench.handler.handled()).hasSize(10).doesNotHaveDuplicates();
        bench.assertNothingForbidden();
    }

    @Test
    void aRebalanceUnderWayHoldsTheCommitUntilThePollHasLetItGoOn() throws Exception {
        fiveRecords();
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new RebalanceInProgressException()));
        bench.runTimes(3);
        assertThat(bench.group.committed(0)).isEqualTo(5);
        assertThat(bench.handler.handled()).hasSize(5);
    }

    @Test
    void aRefusalThatNothingCanMendEndsTheWorkerWithoutAnotherTry() throws Exception {
        fiveRecords();
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new GroupAuthorizationException("G")));
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).isInstanceOf(CommitRefusedException.class);
        assertThat(bench.abandon(failure)).isFalse();
        assertThat(bench.close()).isNull();
        assertThat(bench.consumer.commits().sent()).hasSize(1);
    }

    @Test
    void aStopDuringARebalancePollsOnUntilTheCommitIsAccepted() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 1000);
        bench.group.append(0, 1).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        bench.group.append(0, 9);
        bench.runOnce();
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.refused(new RebalanceInProgressException()),
                        CommitAnswer.refused(new RebalanceInProgressException()));
        bench.group.append(0, 5);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(0)).isEqualTo(10);
        assertThat(bench.handler.handled()).as("draining handles nothing more").hasSize(10);
        assertThat(bench.journal.of("pause")).hasSize(1);
        bench.assertNothingForbidden();
    }

    @Test
    void aStopGivesUpAtItsDeadline() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 1000);
        bench.group.append(0, 1).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        bench.group.append(0, 9);
        bench.runOnce();
        CommitAnswer[] silence = new CommitAnswer[100];
        java.util.Arrays.fill(silence, CommitAnswer.timedOut(Duration.ofSeconds(60)));
        bench.consumer.commits().syncAnswers(silence);
        long began = bench.clock.getAsLong();
        assertThat(bench.drain()).isFalse();
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isLessThan(Duration.ofSeconds(21));
        assertThat(bench.journal.of("revoked", "lost")).containsExactly("lost [t-0]");
    }

    @Test
    void aStopThatLosesItsPartitionsIsNotClean() throws Exception {
        fiveRecords();
        bench.handler.at(0, 4, () -> bench.clock.advance(bench.maxPollInterval.plusMillis(1)));
        bench.runOnce();
        bench.consumer.loseNext(0);
        assertThat(bench.drain())
                .as("five records are handled and will come again")
                .isFalse();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(0);
    }

    @Test
    void aStopThatLosesWhatIsCommittedIsClean() throws Exception {
        fiveRecords();
        bench.runOnce();
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.drain()).isTrue();
    }

    @Test
    void outcomesAreJudgedByWhatStillHolds() {
        assertThat(CommitOutcome.of(null)).isEqualTo(CommitOutcome.OK);
        assertThat(CommitOutcome.of(new RebalanceInProgressException())).isEqualTo(CommitOutcome.REBALANCING);
        assertThat(CommitOutcome.of(new CommitFailedException())).isEqualTo(CommitOutcome.NOT_MEMBER);
        assertThat(CommitOutcome.of(new StaleMemberEpochException("stale"))).isEqualTo(CommitOutcome.STALE_EPOCH);
        assertThat(CommitOutcome.of(new TimeoutException())).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(CommitOutcome.of(new RetriableCommitFailedException("later")))
                .isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(CommitOutcome.of(new UnknownTopicOrPartitionException())).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(CommitOutcome.of(new FencedInstanceIdException("x"))).isEqualTo(CommitOutcome.FENCED);
        assertThat(CommitOutcome.of(new GroupAuthorizationException("x"))).isEqualTo(CommitOutcome.REFUSED);
        assertThat(CommitOutcome.of(new SaslAuthenticationException("x"))).isEqualTo(CommitOutcome.REFUSED);
        assertThat(CommitOutcome.of(new OffsetMetadataTooLarge("x"))).isEqualTo(CommitOutcome.REFUSED);
        assertThat(CommitOutcome.of(new IllegalStateException("x"))).isEqualTo(CommitOutcome.REFUSED);
    }

    @Test
    void onlyWhatNoRepetitionCanMendIsFatal() {
        for (CommitOutcome outcome : CommitOutcome.values()) {
            assertThat(outcome.isFatal())
                    .isEqualTo(outcome == CommitOutcome.FENCED || outcome == CommitOutcome.REFUSED);
        }
    }

    @Test
    void aHandlersCheckedExceptionInFlushIsToldWithItsCause() throws Exception {
        fiveRecords();
        bench.handler.fail("flush", new java.io.IOException("no space left"));
        assertThatThrownBy(bench::runOnce)
                .isInstanceOf(FlushFailure.class)
                .hasMessageContaining("no space left")
                .hasCauseInstanceOf(java.io.IOException.class);
    }
}

package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.offsets.PartitionView;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RebalanceTest {
    private static final Duration NEVER = Duration.ofHours(1);

    private final LoopBench bench = new LoopBench();

    /** Two partitions with five records each, all handled, of which nothing is committed yet. */
    private void handleFiveOfTwo() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, NEVER, 1000);
        bench.group.commit(0, 0).commit(1, 0);
        bench.open(0, 1);
        bench.runOnce();
        bench.group.append(0, 1).append(1, 1);
        bench.runOnce();
        bench.group.append(0, 4).append(1, 4);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(10);
        assertThat(bench.group.committed(0)).isEqualTo(1);
        assertThat(bench.group.committed(1)).isEqualTo(1);
        bench.journal.clear();
    }

    @Test
    void aRevocationCommitsWhatIsFinishedThenTellsTheHandler() throws Exception {
        handleFiveOfTwo();
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("flush", "commit", "revoked", "lost"))
                .containsExactly("flush", "commitSync {t-0=5}", "revoked [t-0]");
        assertThat(bench.snapshot().owned()).containsExactly(ScriptedGroup.partition(1));
        assertThat(bench.meters.counts().revoked()).isEqualTo(1);
        bench.assertNothingForbidden();
    }

    @Test
    void partitionsThatAreKeptAreNotTouched() throws Exception {
        handleFiveOfTwo();
        bench.consumer.revokeNext(0);
        bench.consumer.assignNext();
        bench.runOnce();
        assertThat(bench.group.committed(1)).isEqualTo(1);
        assertThat(bench.view(1)).isEqualTo(new PartitionView(ScriptedGroup.partition(1), 2, 0L, 5L, 1L));
        bench.group.append(1, 2);
        bench.runOnce();
        bench.drain();
        assertThat(bench.handler.handled()).hasSize(12).doesNotHaveDuplicates();
        assertThat(bench.group.committed(1)).isEqualTo(7);
        bench.assertNothingForbidden();
    }

    @Test
    void recordsThatAreNotFinishedAreNotInTheCommitOfARevocation() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, NEVER, 1000);
        bench.group.append(0, 10).commit(0, 0);
        bench.handler.at(0, 3, bench::stop);
        bench.open(0);
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new CommitFailedException()));
        bench.runOnce();
        bench.consumer.revokeNext(0);
        bench.drain();
        assertThat(bench.group.committed(0)).isEqualTo(4);
        bench.assertNothingForbidden();
    }

    @Test
    void anEagerRebalanceTakesAllAndGivesAllBackWithoutARepetition() throws Exception {
        handleFiveOfTwo();
        bench.consumer.revokeNext(0, 1);
        bench.consumer.assignNext(0, 1);
        bench.runOnce();
        bench.group.append(0, 3).append(1, 3);
        bench.runTimes(2);
        bench.drain();
        assertThat(bench.handler.handled()).hasSize(16).doesNotHaveDuplicates();
        assertThat(bench.group.committed(0)).isEqualTo(8);
        assertThat(bench.group.committed(1)).isEqualTo(8);
        bench.assertNothingForbidden();
    }

    @Test
    void whatIsLostIsNeverCommitted() throws Exception {
        handleFiveOfTwo();
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("flush", "commit", "revoked", "lost")).containsExactly("lost [t-0]");
        assertThat(bench.meters.counts().lost()).isEqualTo(1);
        bench.drain();
        assertThat(bench.journal.of("commit")).containsExactly("commitSync {t-1=5}");
        assertThat(bench.group.committed(0)).isEqualTo(1);
        bench.assertNothingForbidden();
    }

    @Test
    void aRevocationThatIsToldTwiceIsHarmless() throws Exception {
        handleFiveOfTwo();
        bench.consumer.revokeNext(0);
        bench.consumer.revokeNext(0);
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("commit", "revoked", "lost"))
                .containsExactly("commitSync {t-0=5}", "revoked [t-0]");
    }

    @Test
    void anAssignmentOfNothingTellsTheHandlerNothing() throws Exception {
        bench.open();
        bench.consumer.assignNext();
        assertThat(bench.snapshot().activity()).isEqualTo(Activity.JOINING);
        bench.runOnce();
        assertThat(bench.journal.of("assigned")).isEmpty();
        assertThat(bench.snapshot().activity()).isEqualTo(Activity.IDLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"assigned", "revoked", "lost", "flush"})
    void aFailureInTheListenerIsKeptForTheLoop(String call) throws Exception {
        handleFiveOfTwo();
        bench.handler.fail(call, new IllegalStateException("scripted"));
        switch (call) {
            case "assigned" -> bench.consumer.assignNext(2);
            case "lost" -> bench.consumer.loseNext(0);
            default -> bench.consumer.revokeNext(0);
        }
        bench.group.commit(2, 0);
        assertThatThrownBy(bench::runOnce)
                .isInstanceOf(RebalanceFailure.class)
                .hasMessageContaining("scripted")
                .hasRootCauseMessage("scripted");
        bench.assertNothingForbidden();
    }

    @Test
    void anErrorInTheListenerIsKeptForTheLoopToo() throws Exception {
        handleFiveOfTwo();
        bench.handler.fail("revoked", new NoClassDefFoundError("scripted"));
        bench.consumer.revokeNext(0);
        assertThatThrownBy(bench::runOnce).isInstanceOf(RebalanceFailure.class).hasRootCauseMessage("scripted");
        assertThat(bench.snapshot().owned()).containsExactly(ScriptedGroup.partition(1));
        bench.assertNothingForbidden();
    }

    @Test
    void aFlushThatFailsInARevocationCommitsNothingThereOrLater() throws Exception {
        handleFiveOfTwo();
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        bench.consumer.revokeNext(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(bench.abandon(failure)).isFalse();
        assertThat(bench.close()).isNull();
        assertThat(bench.group.committed(0)).isEqualTo(1);
        assertThat(bench.group.committed(1)).isEqualTo(1);
        bench.assertNothingForbidden();
    }

    @Test
    void aCommitThatIsRefusedInARevocationIsNoFailureOfTheHandlerOrTheLoop() throws Exception {
        handleFiveOfTwo();
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new CommitFailedException("stale")));
        bench.consumer.revokeNext(0);
        bench.runOnce();
        bench.group.append(1, 1);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(11);
        assertThat(bench.meters.counts().commitFailures()).isEqualTo(1);
        assertThat(bench.group.committed(0)).isEqualTo(1);
        bench.assertNothingForbidden();
    }

    @Test
    void aFencedIdInARevocationDoesNotThrowOutOfTheListener() throws Exception {
        handleFiveOfTwo();
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new FencedInstanceIdException("fenced")));
        bench.consumer.revokeNext(0);
        bench.runOnce();
        bench.assertNothingForbidden();
    }

    @Test
    void anUnknownOutcomeInARevocationIsTriedAgainWhileThereIsTime() throws Exception {
        handleFiveOfTwo();
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.timedOut(Duration.ofSeconds(5)), CommitAnswer.timedOut(Duration.ofSeconds(5)));
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("commitSync")).hasSize(3).containsOnly("commitSync {t-0=5}");
        assertThat(bench.group.committed(0)).isEqualTo(5);
    }

    @Test
    void aRevocationEndsByItsDeadline() throws Exception {
        handleFiveOfTwo();
        CommitAnswer[] silence = new CommitAnswer[50];
        java.util.Arrays.fill(silence, CommitAnswer.timedOut(Duration.ofSeconds(60)));
        bench.consumer.commits().syncAnswers(silence);
        bench.consumer.revokeNext(0);
        long began = bench.clock.getAsLong();
        bench.runOnce();
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isLessThan(Duration.ofSeconds(22));
        assertThat(bench.consumer.commits().sent().stream().filter(ScriptedCommits.Sent::sync))
                .hasSizeBetween(4, 6)
                .allSatisfy(sent -> assertThat(sent.timeout()).isLessThanOrEqualTo(LoopBench.COMMIT_TIMEOUT));
        assertThat(bench.snapshot().owned()).containsExactly(ScriptedGroup.partition(1));
        bench.assertNothingForbidden();
    }

    @Test
    void aWakeupInTheCommitOfARevocationDoesNotLoseIt() throws Exception {
        handleFiveOfTwo();
        bench.consumer.commits().applyOnWakeup(false);
        bench.consumer.before("commitSync", bench.consumer::wakeup);
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(5);
        bench.assertNothingForbidden();
    }

    @Test
    void noCommitIsSentInARevocationAfterThePollInterval() throws Exception {
        handleFiveOfTwo();
        bench.clock.advance(bench.maxPollInterval.plusMillis(1));
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("commitSync {t-0")).isEmpty();
    }

    @Test
    void thePollIntervalBeginsAgainWithThePollAndNotWithItsEnd() throws Exception {
        bench.maxPollInterval = Duration.ofSeconds(10);
        handleFiveOfTwo();
        bench.clock.advance(Duration.ofSeconds(9));
        bench.consumer.atNextPoll(() -> bench.clock.advance(Duration.ofSeconds(2)));
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.group.committed(0))
                .as("the poll came in time, so the member is in its group while the poll lasts")
                .isEqualTo(5);
    }

    @Test
    void aPartitionThatComesBackIsAnotherOwnership() throws Exception {
        handleFiveOfTwo();
        long before = bench.view(0).epoch();
        bench.consumer.revokeNext(0);
        bench.runOnce();
        bench.consumer.assignNext(0);
        bench.runOnce();
        assertThat(bench.view(0).epoch()).isGreaterThan(before);
    }

    /** B11: the late answer to a commit of the earlier ownership must change nothing in the present one. */
    @Test
    void aLateAcknowledgementOfAnEarlierOwnershipChangesNothing() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ZERO, 1000);
        bench.group.append(0, 5).commit(0, 0);
        bench.consumer.commits().holdAnswers(true);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.journal.of("commitAsync")).containsExactly("commitAsync {t-0=5}");
        bench.consumer.maxPollRecords(2);
        bench.consumer.loseNext(0);
        bench.consumer.assignNext(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3", "0@4", "0@0", "0@1");
        bench.consumer.releaseOneAtNextPoll();
        bench.runOnce();
        assertThat(bench.handler.handled()).endsWith("0@2", "0@3");
        assertThat(bench.view(0).position()).isEqualTo(4);
        assertThat(bench.view(0).committed()).isLessThan(5);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.journal.of("commitSync"))
                .as("still dirty, still committed")
                .containsExactly("commitSync {t-0=4}");
        bench.assertNothingForbidden();
    }

    @Test
    void aLateAcknowledgementOfAnEarlierOwnershipMakesNoRoomBelowTheCap() throws Exception {
        int cap = 10;
        bench.async(LoopBench.COMMIT_TIMEOUT, NEVER, cap);
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.onEach(record -> assertThat(bench.unacknowledged()).isLessThanOrEqualTo(cap));
        bench.consumer.commits().holdAnswers(true);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.journal.of("commitAsync")).containsExactly("commitAsync {t-0=5}");
        bench.group.append(0, 40).commit(0, 4);
        bench.consumer.maxPollRecords(2);
        bench.consumer.loseNext(0);
        bench.consumer.assignNext(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).endsWith("0@4", "0@5");
        bench.consumer.maxPollRecords(100);
        bench.consumer.releaseOneAtNextPoll();
        bench.runOnce();
        assertThat(bench.group.committed(0)).isGreaterThanOrEqualTo(44);
        bench.assertNothingForbidden();
    }

    @Test
    void partitionsThatComeWhileTheLoopIsBlockedArePausedTooAndFlowLater() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(10), 4);
        bench.group.append(0, 10).commit(0, 0).append(1, 3).commit(1, 0);
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.timedOut(Duration.ofMillis(20)), CommitAnswer.timedOut(Duration.ofMillis(20)));
        bench.open(0);
        bench.runOnce();
        bench.consumer.assignNext(1);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(4);
        assertThat(bench.consumer.paused())
                .containsExactlyInAnyOrder(ScriptedGroup.partition(0), ScriptedGroup.partition(1));
        bench.runTimes(8);
        assertThat(bench.handler.handled()).hasSize(13).doesNotHaveDuplicates();
        assertThat(bench.consumer.paused()).isEmpty();
        bench.assertNothingForbidden();
    }

    @Test
    void recordsThatComeWithAFailedAssignmentAreNotShownAsCommitted() throws Exception {
        bench.group.append(0, 5).commit(0, 2);
        bench.handler.fail("assigned", new IllegalStateException("scripted"));
        bench.open(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).isInstanceOf(RebalanceFailure.class);
        bench.abandon(failure);
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(2);
        Long shown = bench.shown().partitions().get(0).committed();
        assertThat(shown == null || shown == 2)
                .as("shown as committed: %s", shown)
                .isTrue();
    }

    @Test
    void ofTwoFailuresInOneRebalanceBothAreTold() throws Exception {
        handleFiveOfTwo();
        bench.handler.fail("flush", new IllegalStateException("first"));
        // What could not be flushed is not committed, and so it is told as lost.
        bench.handler.fail("lost", new IllegalStateException("second"));
        bench.consumer.revokeNext(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).hasRootCauseMessage("first");
        assertThat(failure.getCause().getSuppressed()).hasSize(1);
    }

    @Test
    void theHandlerGetsCopiesThatItMayKeep() throws Exception {
        handleFiveOfTwo();
        List<TopicPartition> owned = bench.snapshot().owned();
        bench.consumer.revokeNext(0, 1);
        bench.runOnce();
        assertThat(owned).hasSize(2);
    }
}

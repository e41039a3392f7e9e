package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.LoopBench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsyncStrategyTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final CommitAnswer LATER = CommitAnswer.refused(new RetriableCommitFailedException("later"));

    private final LoopBench bench = new LoopBench();

    private LoopBench open(Duration spacing, int maxUnacknowledged) throws Exception {
        bench.group.commit(0, 0);
        return bench.async(TIMEOUT, spacing, maxUnacknowledged).open(0);
    }

    /** So many records in one poll, handled. */
    private void handle(int records) throws Exception {
        bench.group.append(0, records);
        bench.runOnce();
    }

    private List<String> commits() {
        return bench.journal.of("commit");
    }

    @Test
    void theFirstCommitWaitsForNothing() throws Exception {
        open(Duration.ofMillis(50), 1000);
        handle(5);
        assertThat(commits()).containsExactly("commitAsync {t-0=5}");
    }

    @Test
    void oneCommitIsInFlightAtMost() throws Exception {
        open(Duration.ofMillis(50), 1000);
        bench.consumer.commits().holdAnswers(true);
        for (int i = 0; i < 20; i++) {
            handle(5);
            bench.clock.advance(Duration.ofMillis(100));
        }
        assertThat(commits()).containsExactly("commitAsync {t-0=5}");
        bench.consumer.commits().holdAnswers(false);
        handle(5);
        assertThat(commits()).containsExactly("commitAsync {t-0=5}", "commitAsync {t-0=105}");
        assertThat(bench.consumer.commits().mostInFlight()).isEqualTo(1);
    }

    @Test
    void theNextCommitWaitsForTheSpacing() throws Exception {
        open(Duration.ofMillis(50), 1000);
        handle(5);
        handle(5);
        bench.clock.advance(Duration.ofMillis(49));
        handle(5);
        assertThat(commits()).containsExactly("commitAsync {t-0=5}");
        bench.clock.advance(Duration.ofMillis(1));
        handle(5);
        assertThat(commits()).containsExactly("commitAsync {t-0=5}", "commitAsync {t-0=20}");
    }

    @Test
    void halfOfTheCapDoesNotWaitForTheSpacing() throws Exception {
        open(NEVER, 20);
        handle(1);
        handle(9);
        assertThat(commits()).containsExactly("commitAsync {t-0=1}");
        handle(1);
        assertThat(commits()).containsExactly("commitAsync {t-0=1}", "commitAsync {t-0=11}");
        handle(9);
        handle(1);
        assertThat(commits()).endsWith("commitAsync {t-0=21}");
    }

    @Test
    void atTheCapTheLoopWaitsForOneSynchronousCommit() throws Exception {
        open(NEVER, 20);
        bench.consumer.commits().holdAnswers(true);
        handle(1);
        handle(50);
        assertThat(commits())
                .containsExactly(
                        "commitAsync {t-0=1}", "commitSync {t-0=20}", "commitSync {t-0=40}", "commitAsync {t-0=51}");
        assertThat(bench.handler.handled()).hasSize(51);
    }

    @Test
    void anIdleStretchIsCommittedToo() throws Exception {
        open(Duration.ofMillis(50), 1000);
        handle(5);
        handle(5);
        assertThat(bench.group.committed(0)).isEqualTo(5);
        bench.runTimes(3);
        assertThat(bench.group.committed(0)).isEqualTo(10);
        int sent = bench.consumer.commits().sent().size();
        bench.runTimes(5);
        assertThat(bench.consumer.commits().sent())
                .as("nothing is committed twice")
                .hasSize(sent);
    }

    @Test
    void theLoopWakesWhenTheSpacingHasPassedAndNotAfterAWholePoll() throws Exception {
        open(Duration.ofMillis(50), 1000);
        handle(5);
        handle(5);
        long began = bench.clock.getAsLong();
        bench.runTimes(1);
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isLessThanOrEqualTo(Duration.ofMillis(100));
        assertThat(commits()).endsWith("commitAsync {t-0=10}");
    }

    @Test
    void aFailedCommitIsFollowedByTheNewestOffsetsAfterTheSpacingOnly() throws Exception {
        open(Duration.ofMillis(50), 20);
        bench.consumer.commits().asyncAnswers(LATER);
        handle(1);
        handle(12);
        assertThat(commits())
                .as("half of the cap waits, but the last commit failed")
                .containsExactly("commitAsync {t-0=1}");
        bench.clock.advance(Duration.ofMillis(50));
        handle(1);
        assertThat(commits()).containsExactly("commitAsync {t-0=1}", "commitAsync {t-0=14}");
        bench.runTimes(2);
        assertThat(bench.group.applied()).containsExactly(Map.of(new TopicPartition("t", 0), 14L));
    }

    @Test
    void afterASynchronousSuccessHalfOfTheCapCountsAgain() throws Exception {
        open(NEVER, 20);
        bench.consumer.commits().asyncAnswers(LATER);
        handle(1);
        handle(19);
        assertThat(commits()).endsWith("commitSync {t-0=20}");
        handle(10);
        assertThat(commits())
                .as("the failure was mended by the synchronous commit")
                .endsWith("commitAsync {t-0=30}");
    }

    @Test
    void anOlderOffsetNeverFollowsANewerOne() throws Exception {
        open(Duration.ofMillis(50), 1000);
        bench.consumer.commits().asyncAnswers(LATER, LATER, CommitAnswer.lost(), LATER);
        for (int i = 0; i < 10; i++) {
            handle(3);
            bench.clock.advance(Duration.ofMillis(50));
        }
        bench.drain();
        AsyncStory.assertNeverBack(bench.consumer.commits().sent());
        assertThat(bench.group.committed(0)).isEqualTo(30);
    }

    @Test
    void noAnswerIsNotWaitedForForEver() throws Exception {
        open(Duration.ofMillis(50), 1000);
        bench.consumer.commits().holdAnswers(true);
        handle(5);
        handle(5);
        bench.clock.advance(TIMEOUT);
        handle(1);
        assertThat(commits()).containsExactly("commitAsync {t-0=5}");
        bench.clock.advance(Duration.ofMillis(1));
        handle(1);
        assertThat(commits()).containsExactly("commitAsync {t-0=5}", "commitAsync {t-0=12}");
    }

    @Test
    void theLateAnswerOfAnEarlierCommitDoesNotStandForTheLastOne() throws Exception {
        open(Duration.ofMillis(50), 1000);
        bench.consumer.commits().holdAnswers(true);
        handle(5);
        bench.clock.advance(TIMEOUT.plusMillis(1));
        handle(5);
        assertThat(commits()).hasSize(2);
        bench.consumer.commits().asyncAnswers(LATER);
        bench.clock.advance(Duration.ofMillis(100));
        bench.consumer.revokeNext();
        releaseOne();
        handle(5);
        assertThat(commits()).as("the second one is still in flight").hasSize(2);
    }

    private void releaseOne() {
        bench.consumer.releaseOneAtNextPoll();
    }

    @Test
    void whenBlockedTheLoopPausesAndGoesOnWhenTheCommitIsAcknowledged() throws Exception {
        open(Duration.ofMillis(50), 10);
        CommitAnswer silence = CommitAnswer.timedOut(Duration.ofSeconds(5));
        bench.consumer.commits().syncAnswers(silence, silence, silence);
        bench.group.append(0, 30);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(10);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(10);
        assertThat(bench.consumer.paused()).hasSize(1);
        bench.runTimes(6);
        assertThat(bench.handler.handled()).hasSize(30).doesNotHaveDuplicates();
        assertThat(bench.consumer.paused()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(30);
        bench.assertNothingForbidden();
    }

    @Test
    void whileBlockedTheTriesAreSpaced() throws Exception {
        open(Duration.ofMillis(50), 10);
        CommitAnswer[] busy = new CommitAnswer[20];
        java.util.Arrays.fill(busy, CommitAnswer.refused(new RebalanceInProgressException()));
        bench.consumer.commits().syncAnswers(busy);
        bench.group.append(0, 30);
        long began = bench.clock.getAsLong();
        for (int i = 0; i < 40 && bench.handler.handled().size() < 30; i++) {
            bench.runOnce();
        }
        assertThat(bench.handler.handled()).hasSize(30);
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFatalOutcomeEndsTheWorker(boolean sync) throws Exception {
        open(Duration.ofMillis(50), 10);
        CommitAnswer fenced = CommitAnswer.refused(new FencedInstanceIdException("fenced"));
        if (sync) {
            bench.consumer.commits().syncAnswers(fenced);
            bench.group.append(0, 10);
        } else {
            bench.consumer.commits().asyncAnswers(fenced);
            handle(1);
        }
        assertThatThrownBy(() -> bench.runTimes(2))
                .isInstanceOf(CommitRefusedException.class)
                .hasMessageContaining("fenced");
        assertThat(bench.handler.handled()).hasSize(sync ? 10 : 1);
    }

    @Test
    void aMemberThatIsStaleForAMomentGoesOn() throws Exception {
        open(Duration.ofMillis(50), 1000);
        bench.consumer
                .commits()
                .asyncAnswers(
                        CommitAnswer.refused(new StaleMemberEpochException("stale")),
                        CommitAnswer.refused(new CommitFailedException()),
                        CommitAnswer.refused(new RebalanceInProgressException()));
        for (int i = 0; i < 6; i++) {
            handle(5);
            bench.clock.advance(Duration.ofMillis(50));
        }
        bench.runTimes(2);
        assertThat(bench.group.committed(0)).isEqualTo(30);
        assertThat(bench.handler.handled()).hasSize(30);
        bench.assertNothingForbidden();
    }

    @Test
    void theLastCommitCarriesWhatIsInFlightToo() throws Exception {
        open(Duration.ofMillis(50), 1000);
        bench.consumer.commits().holdAnswers(true);
        handle(5);
        assertThat(bench.drain()).isTrue();
        assertThat(commits()).containsExactly("commitAsync {t-0=5}", "commitSync {t-0=5}");
    }

    @Test
    void theLastCommitIsNotSentWhenAllIsAcknowledged() throws Exception {
        open(Duration.ofMillis(50), 1000);
        handle(5);
        bench.runOnce();
        assertThat(bench.drain()).isTrue();
        assertThat(commits()).containsExactly("commitAsync {t-0=5}");
    }

    @Test
    void withoutASpacingTheLoopDoesNotSpinWhileACommitIsInFlight() throws Exception {
        open(Duration.ZERO, 1000);
        bench.consumer.commits().holdAnswers(true);
        handle(5);
        long began = bench.clock.getAsLong();
        bench.runTimes(10);
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    void withoutASpacingTheLoopDoesNotSpinWhileCommitsFail() throws Exception {
        open(Duration.ZERO, 1000);
        CommitAnswer[] busy = new CommitAnswer[1000];
        java.util.Arrays.fill(busy, CommitAnswer.refused(new RebalanceInProgressException()));
        bench.consumer.commits().asyncAnswers(busy);
        handle(5);
        long began = bench.clock.getAsLong();
        bench.runTimes(100);
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void withoutASpacingTheLoopDoesNotSpinWhileItIsBlocked() throws Exception {
        open(Duration.ZERO, 5);
        CommitAnswer[] busy = new CommitAnswer[1000];
        java.util.Arrays.fill(busy, CommitAnswer.refused(new RebalanceInProgressException()));
        bench.consumer.commits().syncAnswers(busy);
        handle(5);
        long began = bench.clock.getAsLong();
        bench.runTimes(100);
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 499, 500, 501, 100_000})
    void whateverHappensTheCapHolds(int cap) throws Exception {
        for (long seed = 0; seed < 25; seed++) {
            new AsyncStory(seed, cap).run();
        }
    }
}

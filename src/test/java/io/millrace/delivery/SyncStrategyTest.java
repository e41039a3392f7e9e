package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.LoopBench;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyncStrategyTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SPACING = Duration.ofMillis(50);

    private final LoopBench bench = new LoopBench().sync(TIMEOUT, SPACING);

    private void open() throws Exception {
        bench.group.commit(0, 0);
        bench.open(0);
    }

    @Test
    void eachPollIsCommittedBeforeTheNext() throws Exception {
        bench.consumer.maxPollRecords(4);
        bench.group.append(0, 10);
        open();
        bench.runTimes(3);
        assertThat(bench.journal.of("commit"))
                .containsExactly("commitSync {t-0=4}", "commitSync {t-0=8}", "commitSync {t-0=10}");
    }

    @Test
    void aCommitHasATimeLimit() throws Exception {
        bench.group.append(0, 1);
        open();
        bench.runOnce();
        assertThat(bench.consumer.commits().sent()).singleElement().satisfies(sent -> {
            assertThat(sent.sync()).isTrue();
            assertThat(sent.timeout()).isEqualTo(TIMEOUT);
        });
    }

    @Test
    void afterAFailedCommitNothingIsHandledUntilOneIsAcknowledged() throws Exception {
        bench.consumer.maxPollRecords(4);
        bench.group.append(0, 10);
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.refused(new RebalanceInProgressException()),
                        CommitAnswer.timedOut(TIMEOUT),
                        CommitAnswer.refused(new CommitFailedException()));
        open();
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(4);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).hasSize(4);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).hasSize(10).doesNotHaveDuplicates();
        assertThat(bench.group.committed(0)).isEqualTo(10);
        bench.assertNothingForbidden();
    }

    @Test
    void theNextTryWaitsForTheSpacing() throws Exception {
        bench.group.append(0, 4);
        CommitAnswer[] busy = new CommitAnswer[5];
        Arrays.fill(busy, CommitAnswer.refused(new RebalanceInProgressException()));
        bench.consumer.commits().syncAnswers(busy);
        open();
        long began = bench.clock.getAsLong();
        for (int i = 0; i < 30 && bench.group.committed(0) < 4; i++) {
            bench.runOnce();
        }
        assertThat(bench.group.committed(0)).isEqualTo(4);
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began))
                .isBetween(SPACING.multipliedBy(5), SPACING.multipliedBy(8));
    }

    @Test
    void withoutASpacingTheLoopDoesNotSpinWhileCommitsFail() throws Exception {
        bench.sync(TIMEOUT, Duration.ZERO);
        bench.group.append(0, 4);
        CommitAnswer[] busy = new CommitAnswer[1000];
        Arrays.fill(busy, CommitAnswer.refused(new RebalanceInProgressException()));
        bench.consumer.commits().syncAnswers(busy);
        open();
        long began = bench.clock.getAsLong();
        bench.runTimes(100);
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aFatalOutcomeEndsTheWorkerBeforeAnotherRecord() throws Exception {
        bench.consumer.maxPollRecords(4);
        bench.group.append(0, 10);
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new FencedInstanceIdException("fenced")));
        open();
        assertThatThrownBy(bench::runOnce).isInstanceOf(CommitRefusedException.class);
        assertThat(bench.handler.handled()).hasSize(4);
    }

    @Test
    void whatIsLostWhileBlockedUnblocks() throws Exception {
        bench.group.append(0, 4).append(1, 3).commit(1, 0);
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new CommitFailedException()));
        open();
        bench.runOnce();
        bench.consumer.loseNext(0);
        bench.consumer.assignNext(1);
        bench.runTimes(4);
        assertThat(bench.handler.handled()).endsWith("1@0", "1@1", "1@2");
        assertThat(bench.consumer.paused()).isEmpty();
        bench.assertNothingForbidden();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void noRecordIsHandledWhileAnotherPollIsUnacknowledged(long seed) throws Exception {
        Random random = new Random(seed);
        bench.consumer.onRecords(
                () -> assertThat(bench.unacknowledged()).as("seed %d", seed).isZero());
        bench.group.commit(1, 0);
        bench.group.commit(0, 0);
        bench.open(0, 1);
        for (int step = 0; step < 200; step++) {
            bench.consumer.maxPollRecords(1 + random.nextInt(20));
            bench.group.append(random.nextInt(2), random.nextInt(10)).hole(0, random.nextInt(2));
            bench.clock.advance(Duration.ofMillis(random.nextInt(60)));
            if (random.nextInt(5) == 0) {
                bench.consumer
                        .commits()
                        .syncAnswers(
                                random.nextBoolean()
                                        ? CommitAnswer.lost()
                                        : CommitAnswer.refused(new RebalanceInProgressException()));
            }
            bench.runOnce();
        }
        bench.consumer.commits().forgetScript();
        assertThat(bench.drain()).isTrue();
        assertThat(bench.handler.handled()).as("seed %d", seed).doesNotHaveDuplicates();
        bench.assertNothingForbidden();
    }
}

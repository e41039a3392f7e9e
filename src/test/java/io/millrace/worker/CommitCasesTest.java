package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong for others when offsets were committed. */
class CommitCasesTest {
    private static final Duration SPACING = Duration.ofMillis(50);

    private LoopBench bench = new LoopBench();

    private LoopBench async() {
        return bench.async(LoopBench.COMMIT_TIMEOUT, SPACING, 1000);
    }

    @AfterEach
    void nothingForbiddenWasDone() {
        bench.assertNothingForbidden();
        assertThat(bench.group.hasGoneDown()).as("%s", bench.journal).isFalse();
    }

    /** B01: the offset to commit came from what was polled, so a record that nobody handled lay below it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9})
    void aRevocationCommitsWhatIsFinishedAndNotWhatIsPolled(int handled) throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        async().budget(handled).open(0);
        bench.runOnce();
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(handled);
        LoopBench next = LoopBench.on(bench.group).open(0);
        next.runTimes(2);
        List<String> all = new ArrayList<>(bench.handler.handled());
        all.addAll(next.handler.handled());
        assertThat(all).hasSize(10).doesNotHaveDuplicates();
    }

    /** B02: a commit that failed in a rebalance was kept and sent again after a newer one. */
    @Test
    void aCommitThatFailedInARebalanceIsNeverSentAfterANewerOne() throws Exception {
        bench.group.append(0, 5).append(1, 5).commit(0, 0).commit(1, 0);
        bench.consumer.commits().asyncAnswers(CommitAnswer.refused(new RebalanceInProgressException()));
        async().open(0, 1);
        bench.runOnce();
        bench.group.append(0, 5).append(1, 5);
        bench.clock.advance(SPACING);
        bench.runTimes(2);
        assertThat(bench.group.committed(0)).isEqualTo(10);
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(10);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(1)).isEqualTo(10);
    }

    /** B03: a failed commit was sent again out of its own callback, past newer ones, until the stack was full. */
    @Test
    void commitsThatFailForLongAreTriedFromTheLoopOneAtATime() throws Exception {
        CommitAnswer[] failures = new CommitAnswer[20_000];
        java.util.Arrays.fill(failures, CommitAnswer.refused(new RetriableCommitFailedException("later")));
        bench.consumer.commits().asyncAnswers(failures);
        bench.group.commit(0, 0);
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ZERO, 100_000).open(0);
        for (int i = 0; i < 2_000; i++) {
            bench.group.append(0, 1);
            bench.runOnce();
        }
        assertThat(bench.consumer.commits().mostInFlight()).isEqualTo(1);
        bench.consumer.commits().forgetScript();
        bench.runTimes(3);
        assertThat(bench.group.committed(0)).isEqualTo(2_000);
        assertThat(bench.handler.handled()).hasSize(2_000);
    }

    /** B05: a wakeup that means stop hit a commit, once or more, and the commit was given up. */
    @Test
    void aStopAtAnyMomentWithAnyNumberOfWakeupsLeavesCommittedWhatIsHandled() throws Exception {
        for (int seed = 0; seed < 1_000; seed++) {
            bench = new LoopBench();
            Random random = new Random(seed);
            bench.group.append(0, 5).commit(0, 0);
            bench.consumer.commits().applyOnWakeup(random.nextBoolean());
            bench.handler.at(0, random.nextInt(5), () -> {
                bench.stop();
                bench.consumer.wakeup();
            });
            for (int i = random.nextInt(4); i > 0; i--) {
                bench.consumer.before("commitSync", bench.consumer::wakeup);
            }
            (random.nextBoolean() ? async() : bench).open(0);
            bench.runOnce();
            assertThat(bench.drain()).as("seed %d", seed).isTrue();
            assertThat(bench.group.committed(0))
                    .as("seed %d", seed)
                    .isEqualTo(bench.handler.handled().size());
            nothingForbiddenWasDone();
        }
    }

    /** B13: what a cooperative rebalance names was taken for the whole assignment. */
    @Test
    void partitionsThatARebalanceDoesNotNameKeepTheirProgress() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 10_000);
        for (int partition = 0; partition < 6; partition++) {
            bench.group.commit(partition, 0);
        }
        bench.open(0, 1, 2, 3, 4, 5);
        bench.runOnce();
        for (int partition = 0; partition < 6; partition++) {
            bench.group.append(partition, 100);
        }
        bench.consumer.maxPollRecords(1000);
        bench.runOnce();
        bench.consumer.revokeNext(4, 5);
        bench.runOnce();
        bench.consumer.assignNext();
        bench.runOnce();
        bench.consumer.assignNext(4);
        bench.runOnce();
        assertThat(bench.snapshot().owned()).hasSize(5);
        bench.group.append(0, 5).append(4, 5);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(610).doesNotHaveDuplicates();
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(0)).isEqualTo(105);
        assertThat(bench.group.committed(5)).isEqualTo(100);
    }

    /** B15: a stale epoch looks like the end of the membership, and the batch was dropped or the worker crashed. */
    @Test
    void aMemberWhoseEpochIsStaleOverAndOverLosesNoRecord() throws Exception {
        for (int partition = 0; partition < 4; partition++) {
            bench.group.commit(partition, 0);
        }
        bench.open(0, 1, 2, 3);
        Random random = new Random(15);
        for (int i = 0; i < 200; i++) {
            bench.group.append(random.nextInt(4), 3);
            if (random.nextInt(3) == 0) {
                bench.consumer
                        .commits()
                        .syncAnswers(CommitAnswer.refused(new CommitFailedException("stale member epoch")));
            }
            bench.clock.advance(SPACING);
            bench.runOnce();
        }
        bench.consumer.commits().forgetScript();
        assertThat(bench.drain()).isTrue();
        assertThat(bench.handler.handled()).doesNotHaveDuplicates();
        long committed = 0;
        for (int partition = 0; partition < 4; partition++) {
            committed += bench.group.committed(partition);
        }
        assertThat(committed).isEqualTo(bench.handler.handled().size());
    }

    /** A commit that failed in a rebalance went through the handler's failure path, and its records were dropped. */
    @Test
    void aFailedCommitIsNoFailureOfItsRecords() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new RebalanceInProgressException()));
        bench.open(0);
        bench.runTimes(4);
        assertThat(bench.handler.handled()).hasSize(5).doesNotHaveDuplicates();
        assertThat(bench.counts().failed()).isZero();
        assertThat(bench.group.committed(0)).isEqualTo(5);
    }

    /** "Lost" was taken for "revoked": what is not owned was committed, and a loss became the worker's end. */
    @Test
    void aLossIsNotCommittedAndTheWorkerGoesOn() throws Exception {
        bench.group.append(0, 5).append(1, 5).commit(0, 0).commit(1, 0);
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 1000).open(0, 1);
        bench.consumer.commits().asyncAnswers(CommitAnswer.refused(new CommitFailedException()));
        bench.runOnce();
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isZero();
        bench.group.append(1, 5);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(15);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(1)).isEqualTo(10);
    }

    /** The client's close committed the whole last poll after an exception, handled or not. */
    @Test
    void theCloseAfterAFailureCommitsNothingUnhandledWhereTheClientCommitsByItself() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.handler.failAt(0, 3, new IllegalStateException("no"));
        bench.auto(LoopBench.COMMIT_TIMEOUT, SPACING).open(0);
        bench.end(catchThrowable(bench::runOnce));
        assertThat(bench.group.committed(0)).isEqualTo(3);
    }
}

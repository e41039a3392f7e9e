package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.LoopBench;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalStrategyTest {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final LoopBench bench = new LoopBench();

    private LoopBench sync(int everyRecords, Duration every) {
        return bench.strategy(commits -> new IntervalStrategy(
                new SyncStrategy(commits, Mode.TIMEOUT, Mode.SPACING), commits, everyRecords, every));
    }

    private LoopBench async(int everyRecords, Duration every, int cap) {
        return bench.strategy(commits -> new IntervalStrategy(
                new AsyncStrategy(commits, Mode.TIMEOUT, Mode.SPACING, cap), commits, everyRecords, every));
    }

    private List<String> commits() {
        return bench.journal.of("commitSync", "commitAsync");
    }

    @AfterEach
    void nothingForbiddenWasDone() {
        bench.assertNothingForbidden();
    }

    @Test
    void aCommitIsDueAfterSoManyRecordsInTheMiddleOfAPoll() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        sync(4, NEVER).open(0);
        bench.runOnce();
        assertThat(bench.journal.of("handle 0@3", "handle 0@4", "handle 0@7", "handle 0@8", "commitSync"))
                .containsExactly(
                        "handle 0@3",
                        "commitSync {t-0=4}",
                        "handle 0@4",
                        "handle 0@7",
                        "commitSync {t-0=8}",
                        "handle 0@8");
        assertThat(bench.journal.of("flush")).as("no flush without a commit").hasSize(2);
    }

    @Test
    void recordsCountOverPollsAndPartitions() throws Exception {
        bench.group.append(0, 3).commit(0, 0).append(1, 3).commit(1, 0);
        sync(8, NEVER).open(0, 1);
        bench.runOnce();
        assertThat(commits()).isEmpty();
        bench.group.append(0, 1).append(1, 4);
        bench.runOnce();
        assertThat(commits()).containsExactly("commitSync {t-0=4, t-1=4}");
    }

    /** What is posted to the worker makes it look at the time between two records. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCommitIsDueAfterSoMuchTimeInTheMiddleOfAPoll(boolean isSync) throws Exception {
        bench.group.append(0, 1).commit(0, 0);
        (isSync ? sync(1000, EVERY) : async(1000, EVERY, 1000)).open(0);
        bench.runOnce();
        assertThat(commits()).isEmpty();
        bench.group.append(0, 9);
        bench.handler.at(0, 5, () -> {
            bench.clock.advance(EVERY);
            bench.mail();
        });
        bench.handler.at(0, 7, bench::mail);
        bench.runOnce();
        assertThat(bench.journal.of("handle 0@5", "handle 0@6", "commit"))
                .containsExactly("handle 0@5", isSync ? "commitSync {t-0=6}" : "commitAsync {t-0=6}", "handle 0@6");
    }

    @Test
    void anIdleStretchIsCommittedWhenItsTimeHasCome() throws Exception {
        bench.group.append(0, 3).commit(0, 0);
        sync(1000, EVERY).open(0);
        bench.runOnce();
        long began = bench.clock.getAsLong();
        while (commits().isEmpty()) {
            bench.runOnce();
        }
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - began)).isBetween(EVERY, EVERY.plusMillis(10));
        bench.clock.advance(EVERY.multipliedBy(5));
        bench.runTimes(5);
        assertThat(commits()).as("nothing is committed twice").hasSize(1);
    }

    @Test
    void theTimeBeginsAgainWithEachCommit() throws Exception {
        bench.group.append(0, 4).commit(0, 0);
        sync(4, EVERY).open(0);
        bench.runOnce();
        assertThat(commits()).hasSize(1);
        bench.clock.advance(EVERY.minusMillis(1));
        bench.group.append(0, 1);
        bench.runOnce();
        assertThat(commits()).hasSize(1);
        bench.clock.advance(Duration.ofMillis(1));
        bench.group.append(0, 1);
        bench.runOnce();
        assertThat(commits()).containsExactly("commitSync {t-0=4}", "commitSync {t-0=6}");
    }

    @Test
    void aPartitionThatGoesDoesNotLeaveMoreThanSoManyUncommittedOfTheOthers() throws Exception {
        bench.group.commit(0, 0).commit(1, 0);
        bench.handler.onEach(record -> {
            if (bench.unacknowledged() > 10) {
                bench.handler.failAt(record.partition(), record.offset() + 1, new AssertionError("more than ten"));
            }
        });
        sync(10, NEVER).open(0, 1);
        bench.group.append(0, 3).append(1, 6);
        bench.runOnce();
        bench.consumer.revokeNext(0);
        bench.group.append(1, 30);
        bench.runOnce();
        assertThat(commits()).startsWith("commitSync {t-0=3}");
        assertThat(bench.handler.handled()).hasSize(39);
    }

    @Test
    void aCommitThatFailedHoldsTheNextRecordsBack() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.refused(new RebalanceInProgressException()),
                        CommitAnswer.refused(new RebalanceInProgressException()));
        sync(4, NEVER).open(0);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(4);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void anAsynchronousCommitHoldsNothingBack() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.consumer.commits().holdAnswers(true);
        async(4, NEVER, 1000).open(0);
        bench.runOnce();
        assertThat(commits()).containsExactly("commitAsync {t-0=4}");
        assertThat(bench.handler.handled()).hasSize(10);
        bench.consumer.commits().holdAnswers(false);
        bench.clock.advance(Mode.SPACING);
        bench.runOnce();
        assertThat(commits()).containsExactly("commitAsync {t-0=4}", "commitAsync {t-0=10}");
    }

    @Test
    void theCapBoundsWhatIsNotAcknowledged() throws Exception {
        bench.group.append(0, 30).commit(0, 0);
        bench.consumer.commits().holdAnswers(true);
        async(4, NEVER, 10).open(0);
        bench.runOnce();
        assertThat(commits()).startsWith("commitAsync {t-0=4}", "commitSync {t-0=10}");
    }

    @Test
    void aStopCommitsTheRest() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.handler.at(0, 5, bench::stop);
        sync(4, NEVER).open(0);
        bench.runOnce();
        assertThat(bench.drain()).isTrue();
        assertThat(commits()).containsExactly("commitSync {t-0=4}", "commitSync {t-0=6}");
    }
}

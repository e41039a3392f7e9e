package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.offsets.PartitionView;
import io.millrace.process.RecordFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PollLoopTest {
    private final LoopBench bench = new LoopBench();

    private static String[] range(int partition, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(offset -> partition + "@" + offset)
                .toArray(String[]::new);
    }

    @Test
    void everythingFinishedIsCommitted() throws Exception {
        bench.group.append(0, 10).commit(0, 0).append(1, 5).commit(1, 2);
        bench.open(0, 1);
        bench.runOnce();
        assertThat(bench.handler.handled())
                .hasSize(13)
                .contains(range(0, 0, 10))
                .contains(range(1, 2, 5));
        assertThat(bench.group.committed(0)).isEqualTo(10);
        assertThat(bench.group.committed(1)).isEqualTo(5);
        bench.assertNothingForbidden();
    }

    @Test
    void theHandlerIsFlushedBeforeEachCommitAndNotForEachRecord() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.open(0);
        bench.runTimes(3);
        assertThat(bench.journal.of("flush", "commitSync")).containsExactly("flush", "commitSync {t-0=10}");
    }

    @Test
    void aCommitCarriesTheLeadersEpoch() throws Exception {
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.consumer.commits().sent()).hasSize(1);
        assertThat(bench.consumer.commits().sent().get(0).offsets().values())
                .containsExactly(new OffsetAndMetadata(3, Optional.of(ScriptedGroup.LEADER), ""));
    }

    @Test
    void aFailureInTheMiddleCommitsWhatIsBeforeItAndNothingPastIt() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.handler.failAt(0, 4, new IllegalStateException("no"));
        bench.open(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure)
                .isInstanceOf(RecordFailure.class)
                .hasMessageStartingWith("record t-0@4 failed in the handler: java.lang.IllegalStateException: no")
                .hasRootCauseMessage("no");
        assertThat(bench.abandon(failure)).isTrue();
        assertThat(bench.close()).isNull();
        assertThat(bench.handler.handled()).containsExactly(range(0, 0, 4));
        assertThat(bench.group.committed(0)).isEqualTo(4);
        assertThat(bench.meters.counts().failed()).isEqualTo(1);
        assertThat(bench.meters.counts().handled()).isEqualTo(4);
        assertThat(bench.meters.counts().undecodable()).isZero();
        bench.assertNothingForbidden();
    }

    @Test
    void aFailureInOnePartitionLeavesTheOthersWhereTheyAre() throws Exception {
        bench.group
                .append(0, 3)
                .commit(0, 0)
                .append(1, 6)
                .commit(1, 0)
                .append(2, 4)
                .commit(2, 0);
        bench.handler.failAt(1, 2, new IllegalStateException("no"));
        bench.open(0, 1, 2);
        Throwable failure = catchThrowable(bench::runOnce);
        bench.abandon(failure);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "1@0", "1@1");
        assertThat(bench.group.committed(0)).isEqualTo(3);
        assertThat(bench.group.committed(1)).isEqualTo(2);
        assertThat(bench.group.committed(2)).isEqualTo(0);
    }

    @Test
    void theBytesOfTheRecordsBeforeAFailureAreCounted() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.handler.failAt(0, 4, new IllegalStateException("no"));
        bench.open(0);
        assertThatThrownBy(bench::runOnce).isInstanceOf(RecordFailure.class);
        assertThat(bench.meters.counts().handled()).isEqualTo(4);
        assertThat(bench.meters.counts().bytes()).as("four values of two bytes").isEqualTo(8);
    }

    @Test
    void anUndecodableRecordStopsBeforeItAndIsNamed() throws Exception {
        bench.group.append(0, 2).append(0, "bad").append(0, 2).commit(0, 0);
        bench.open(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure)
                .isInstanceOf(RecordFailure.class)
                .hasMessageStartingWith("record t-0@2 cannot be decoded: value: these bytes are bad");
        assertThat(((RecordFailure) failure).isUndecodable()).isTrue();
        bench.abandon(failure);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1");
        assertThat(bench.group.committed(0)).isEqualTo(2);
        assertThat(bench.meters.counts().undecodable()).isEqualTo(1);
        assertThat(bench.meters.counts().failed()).isEqualTo(1);
    }

    @Test
    void aPolicyThatReturnsMakesTheRecordDone() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        List<Long> judged = new ArrayList<>();
        bench.policy = (record, cause) -> judged.add(record.offset());
        bench.handler.failAt(0, 2, new IllegalStateException("no"));
        bench.open(0);
        bench.runOnce();
        assertThat(judged).containsExactly(2L);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@3", "0@4");
        assertThat(bench.group.committed(0)).isEqualTo(5);
    }

    @Test
    void aStopInTheMiddleFinishesTheRecordInHandAndGivesTheRestBack() throws Exception {
        bench.group.append(0, 10).commit(0, 0).append(1, 4).commit(1, 1);
        bench.handler.at(0, 4, bench::stop);
        bench.open(0, 1);
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly(range(0, 0, 5));
        assertThat(bench.journal.of("seek")).containsExactlyInAnyOrder("seek t-0@5", "seek t-1@1");
        assertThat(bench.drain()).isTrue();
        assertThat(bench.close()).isNull();
        assertThat(bench.group.committed(0)).isEqualTo(5);
        assertThat(bench.group.committed(1)).isEqualTo(1);
        assertThat(bench.meters.counts().handled()).isEqualTo(5);
        bench.assertNothingForbidden();
    }

    @Test
    void aStopBeforeTheFirstRecordHandlesNothing() throws Exception {
        bench.group.append(0, 10).commit(0, 3);
        bench.consumer.onRecords(bench::stop);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.drain()).isTrue();
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(3);
    }

    @Test
    void aBudgetIsUsedToTheRecordOverSeveralPolls() throws Exception {
        bench.group.append(0, 100).commit(0, 0);
        bench.consumer.maxPollRecords(10);
        bench.budget = RecordBudget.of(15);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.budget.isUsedUp()).isFalse();
        bench.runOnce();
        assertThat(bench.budget.isUsedUp()).isTrue();
        assertThat(bench.handler.handled()).containsExactly(range(0, 0, 15));
        assertThat(bench.journal.of("seek")).containsExactly("seek t-0@15");
        bench.runTimes(3);
        assertThat(bench.handler.handled()).hasSize(15);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(0)).isEqualTo(15);
        assertThat(bench.meters.counts().records()).isEqualTo(15);
        bench.assertNothingForbidden();
    }

    @Test
    void whatAStopLeavesUnusedGoesBackToTheBudget() throws Exception {
        bench.group.append(0, 100).commit(0, 0);
        bench.budget = RecordBudget.of(15);
        bench.handler.at(0, 2, bench::stop);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.budget.draw(100)).isEqualTo(12);
    }

    @Test
    void aBudgetThatOthersDrewPausesAndResumesWhenSomeComesBack() throws Exception {
        bench.group.append(0, 100).commit(0, 0);
        bench.budget = RecordBudget.of(15);
        bench.open(0);
        assertThat(bench.budget.draw(15)).isEqualTo(15);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).isEmpty();
        bench.budget.giveBack(4);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).containsExactly(range(0, 0, 4));
        bench.assertNothingForbidden();
    }

    @Test
    void markersBehindTheLastRecordAreCommitted() throws Exception {
        bench.group.append(0, 5).hole(0, 1).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(6);
        assertThat(bench.handler.handled()).hasSize(5);
    }

    @Test
    void aPollThatBringsNothingButMarkersMovesTheCommit() throws Exception {
        bench.group.append(0, 5).hole(0, 3).commit(0, 0);
        bench.consumer.maxPollRecords(5);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(5);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(8);
        assertThat(bench.consumer.commits().sent().get(1).offsets().values())
                .containsExactly(new OffsetAndMetadata(8, Optional.of(ScriptedGroup.LEADER), ""));
    }

    @Test
    void aPartitionOfMarkersAloneEndsCommittedAtItsEnd() throws Exception {
        bench.group.hole(0, 4).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.group.committed(0)).isEqualTo(4);
        assertThat(bench.view(0).position()).isEqualTo(4);
    }

    @Test
    void markersBehindRecordsThatAreNotFinishedAreNotPassed() throws Exception {
        bench.group.append(0, 5).hole(0, 3).commit(0, 0).append(1, 2).hole(1, 1).commit(1, 0);
        bench.handler.at(0, 2, bench::stop);
        bench.open(0, 1);
        bench.runOnce();
        bench.drain();
        assertThat(bench.group.committed(0)).isEqualTo(3);
        assertThat(bench.group.committed(1)).isEqualTo(0);
        bench.assertNothingForbidden();
    }

    @Test
    void offsetsWithGapsAreFollowedNotCounted() throws Exception {
        bench.group.append(0, 2).hole(0, 5).append(0, 1).hole(0, 2).append(0, 3).commit(0, 0);
        bench.consumer.maxPollRecords(2);
        bench.open(0);
        bench.runTimes(4);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@7", "0@10", "0@11", "0@12");
        assertThat(bench.group.committed(0)).isEqualTo(13);
        bench.assertNothingForbidden();
    }

    @Test
    void theFirstRecordMayStandFarBehindTheCommittedOffset() throws Exception {
        bench.group.hole(0, 20).append(0, 2).commit(0, 5);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.view(0)).isEqualTo(new PartitionView(ScriptedGroup.partition(0), 1, 20L, 22L, 22L));
    }

    @Test
    void anErrorInTheHandlerIsAFailedRecord() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.failAt(0, 3, new StackOverflowError());
        bench.open(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).isInstanceOf(RecordFailure.class).hasCauseInstanceOf(StackOverflowError.class);
        assertThat(bench.abandon(failure)).isTrue();
        assertThat(bench.group.committed(0)).isEqualTo(3);
    }

    @Test
    void outOfMemoryStopsWithoutACommit() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.failAt(0, 3, new OutOfMemoryError("scripted"));
        bench.open(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).isInstanceOf(OutOfMemoryError.class);
        assertThat(bench.abandon(failure)).isFalse();
        assertThat(bench.close()).isNull();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        assertThat(bench.journal.of("flush", "revoked", "lost")).containsExactly("lost [t-0]");
    }

    @Test
    void recordsThatAreGivenBackAndPolledAgainCountOnce() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(10), 4);
        bench.group.append(0, 10).commit(0, 0);
        bench.consumer.commits().syncAnswers(CommitAnswer.timedOut(Duration.ofMillis(20)));
        bench.open(0);
        bench.runTimes(6);
        assertThat(bench.handler.handled()).hasSize(10);
        assertThat(bench.meters.counts().records()).isEqualTo(10);
    }

    @Test
    void whileBlockedNothingIsFetchedUntilTheCommitIsAcknowledged() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(10), 4);
        bench.group.append(0, 10).commit(0, 0);
        bench.consumer
                .commits()
                .syncAnswers(
                        CommitAnswer.timedOut(Duration.ofMillis(20)), CommitAnswer.timedOut(Duration.ofMillis(20)));
        bench.open(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(4);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(4);
        assertThat(bench.journal.of("pause")).containsExactly("pause 1");
        bench.runTimes(3);
        assertThat(bench.journal.of("resume")).containsExactly("resume 1");
        assertThat(bench.handler.handled()).containsExactly(range(0, 0, 10));
        assertThat(bench.group.committed(0)).isEqualTo(10);
        bench.assertNothingForbidden();
    }

    /** Whatever the batches, budgets and stops: the committed offset ends where the handled ones end. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void committedIsWhatIsHandledWhereverAStopComes(long seed) throws Exception {
        Random random = new Random(seed);
        int partitions = 1 + random.nextInt(4);
        int[] owned = IntStream.range(0, partitions).toArray();
        int records = 0;
        for (int partition : owned) {
            bench.group.commit(partition, 0);
            for (int i = random.nextInt(6); i > 0; i--) {
                int some = random.nextInt(20);
                bench.group.append(partition, some).hole(partition, random.nextInt(3));
                records += some;
            }
        }
        bench.consumer.maxPollRecords(1 + random.nextInt(30));
        if (random.nextBoolean()) {
            bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(random.nextInt(100)), 1 + random.nextInt(60));
        }
        int stopAt = random.nextInt(records + 1);
        bench.handler.onEach(record -> {
            if (bench.handler.handled().size() == stopAt) {
                bench.stop();
            }
        });
        bench.open(owned);
        for (int i = 0; i < 400 && !bench.attention.isStopping(); i++) {
            bench.runOnce();
        }
        assertThat(bench.drain()).as("seed %d", seed).isTrue();
        assertThat(bench.handler.handled()).as("seed %d", seed).hasSize(stopAt == 0 ? records : stopAt);
        for (int partition : owned) {
            long below = bench.group
                    .offsets(ScriptedGroup.partition(partition), 0, bench.group.committed(partition))
                    .size();
            assertThat(bench.handler.offsets(ScriptedGroup.partition(partition)))
                    .as("seed %d, partition %d", seed, partition)
                    .hasSize((int) below);
        }
        bench.assertNothingForbidden();
    }
}

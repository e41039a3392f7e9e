package io.millrace.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionStateTest {
    private static final TopicPartition PARTITION = new TopicPartition("t", 3);

    private final PartitionState state = new PartitionState(PARTITION, 9);

    @Test
    void inTheBeginningNothingIsKnownAndNothingIsDirty() {
        assertThat(state.isDirty()).isFalse();
        assertThat(state.position()).isEqualTo(-1);
        assertThat(state.unacknowledgedRecords()).isZero();
        assertThat(state.view()).isEqualTo(new PartitionView(PARTITION, 9, null, null, null));
    }

    @Test
    void theFirstRecordTellsWhereTheOwnershipBegan() {
        state.polled(12);
        state.polled(15);
        assertThat(state.view()).isEqualTo(new PartitionView(PARTITION, 9, 12L, 12L, 12L));
        assertThat(state.isDirty()).isFalse();
    }

    @Test
    void whatIsFinishedIsDirtyUntilItIsAcknowledged() {
        state.polled(12);
        state.finish(15, 4, 3);
        assertThat(state.isDirty()).isTrue();
        assertThat(state.unacknowledgedRecords()).isEqualTo(3);
        assertThat(state.committable("")).isEqualTo(new OffsetAndMetadata(15, Optional.of(4), ""));
        state.acknowledge(15, 3);
        assertThat(state.isDirty()).isFalse();
        assertThat(state.unacknowledgedRecords()).isZero();
        assertThat(state.view()).isEqualTo(new PartitionView(PARTITION, 9, 12L, 15L, 15L));
    }

    @Test
    void anUnknownLeadersEpochIsNotCommitted() {
        state.polled(0);
        state.finish(1, -1, 1);
        assertThat(state.committable("")).isEqualTo(new OffsetAndMetadata(1, Optional.empty(), ""));
    }

    @Test
    void aPassedGapIsDirtyButNoRecord() {
        state.polled(0);
        state.finish(1, 4, 1);
        state.acknowledge(1, 1);
        state.finish(5, 6, 0);
        assertThat(state.isDirty()).isTrue();
        assertThat(state.unacknowledgedRecords()).isZero();
        assertThat(state.committable("")).isEqualTo(new OffsetAndMetadata(5, Optional.of(6), ""));
    }

    @Test
    void aGapThatEndsWhereTheRecordsEndChangesNothing() {
        state.polled(0);
        state.finish(5, 4, 5);
        state.finish(5, 6, 0);
        assertThat(state.committable("")).isEqualTo(new OffsetAndMetadata(5, Optional.of(4), ""));
    }

    @Test
    void aPositionThatPolicyChoseIsDirtyAtOnceEvenAtZero() {
        state.startAt(0);
        assertThat(state.isDirty()).isTrue();
        assertThat(state.unacknowledgedRecords()).isZero();
        assertThat(state.committable("")).isEqualTo(new OffsetAndMetadata(0, Optional.empty(), ""));
        assertThat(state.view()).isEqualTo(new PartitionView(PARTITION, 9, null, 0L, null));
        state.acknowledge(0, 0);
        assertThat(state.isDirty()).isFalse();
    }

    @Test
    void aRecordBehindAChosenPositionDoesNotPassForCommitted() {
        state.startAt(4);
        state.polled(10);
        assertThat(state.isDirty()).isTrue();
        assertThat(state.view()).isEqualTo(new PartitionView(PARTITION, 9, 10L, 4L, null));
    }

    @Test
    void whereTheClientStandsCountsOnlyWhileNothingElseIsKnown() {
        state.foundAt(7);
        assertThat(state.view()).isEqualTo(new PartitionView(PARTITION, 9, null, 7L, 7L));
        state.finish(9, 1, 2);
        state.foundAt(20);
        assertThat(state.position()).isEqualTo(9);
    }

    @Test
    void aLateAcknowledgementTakesNothingBack() {
        state.polled(0);
        state.finish(10, 1, 10);
        state.acknowledge(10, 10);
        state.acknowledge(4, 4);
        assertThat(state.view().committed()).isEqualTo(10);
        assertThat(state.unacknowledgedRecords()).isZero();
    }

    /** What is acknowledged never exceeds what is finished and never goes down, whatever order answers come in. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theInvariantsHoldInAnyOrderOfEvents(long seed) {
        record Sent(long offset, long records) {}
        Random random = new Random(seed);
        Deque<Sent> sent = new ArrayDeque<>();
        long next = random.nextInt(100);
        state.polled(next);
        long finished = 0;
        long committed = next;
        for (int step = 0; step < 1000; step++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    int records = random.nextInt(5);
                    next += records + random.nextInt(2);
                    state.finish(next, 1, records);
                    finished += records;
                }
                case 1 -> {
                    if (random.nextBoolean()) {
                        sent.addLast(new Sent(state.position(), state.finishedRecords()));
                    } else {
                        sent.addFirst(new Sent(state.position(), state.finishedRecords()));
                    }
                }
                default -> {
                    Sent answer = sent.poll();
                    if (answer != null) {
                        state.acknowledge(answer.offset(), answer.records());
                    }
                }
            }
            assertThat(state.position()).isEqualTo(next);
            assertThat(state.finishedRecords()).isEqualTo(finished);
            assertThat(state.view().committed()).isBetween(committed, next);
            assertThat(state.unacknowledgedRecords()).isBetween(0L, finished);
            assertThat(state.isDirty()).isEqualTo(state.view().committed() != next);
            committed = state.view().committed();
        }
    }

    @Test
    void whatIsCommittedAheadIsLostWhereTheOwnershipEnds() {
        state.polled(10);
        state.acknowledgeAhead(15, 5);
        assertThat(state.committedAhead()).isEqualTo(new PartitionRange(PARTITION, 10, 15));
        assertThat(state.unacknowledgedRecords()).isZero();
        state.finish(12, 4, 2);
        assertThat(state.committedAhead()).isEqualTo(new PartitionRange(PARTITION, 12, 15));
        assertThat(state.uncommitted()).as("nothing of it comes again").isNull();
        state.finish(15, 4, 3);
        assertThat(state.committedAhead()).isNull();
        state.finish(17, 4, 0);
        assertThat(state.isDirty()).as("markers are not committed yet").isTrue();
        assertThat(state.uncommitted()).as("but no record is behind them").isNull();
    }

    @Test
    void whatIsGivenUpIsNeitherDirtyNorAhead() {
        state.polled(10);
        state.passTo(20);
        assertThat(state.position()).isEqualTo(20);
        assertThat(state.isDirty()).isFalse();
        assertThat(state.committedAhead()).isNull();
        state.passTo(15);
        assertThat(state.position()).isEqualTo(20);
    }

    @Test
    void whatComesAgainBeginsBehindTheLastAcknowledgedCommit() {
        state.polled(10);
        state.finish(15, 4, 5);
        assertThat(state.uncommitted()).isEqualTo(new PartitionRange(PARTITION, 10, 15));
        state.acknowledge(12, 2);
        assertThat(state.uncommitted()).isEqualTo(new PartitionRange(PARTITION, 12, 15));
        state.acknowledge(15, 5);
        assertThat(state.uncommitted()).isNull();
    }

    @Test
    void whereThePolicyChoseTheStartItComesAgainFromThere() {
        state.startAt(40);
        assertThat(state.uncommitted()).as("nothing was handled").isNull();
        state.polled(42);
        state.finish(44, 4, 2);
        assertThat(state.uncommitted()).isEqualTo(new PartitionRange(PARTITION, 40, 44));
    }

    @Test
    void whereOnlyMarkersWereReadBeforeItComesAgainFromTheFirstRecord() {
        state.finish(2, 4, 0);
        state.polled(3);
        state.finish(5, 4, 2);
        assertThat(state.uncommitted()).isEqualTo(new PartitionRange(PARTITION, 3, 5));
    }
}

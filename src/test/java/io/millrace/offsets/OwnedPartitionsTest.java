package io.millrace.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnedPartitionsTest {
    private static final TopicPartition ZERO = new TopicPartition("t", 0);
    private static final TopicPartition ONE = new TopicPartition("t", 1);

    private final OwnedPartitions owned = new OwnedPartitions(new AtomicLong()::incrementAndGet);

    @Test
    void whatComesBackIsAnotherOwnershipAndKnowsNothingOfTheEarlierOne() {
        owned.assign(List.of(ZERO));
        PartitionState before = owned.get(ZERO);
        before.polled(0);
        before.finish(5, 1, 5);
        owned.release(List.of(ZERO));
        assertThat(owned.owns(before)).isFalse();
        owned.assign(List.of(ZERO));
        assertThat(owned.owns(before)).isFalse();
        assertThat(owned.get(ZERO).epoch()).isGreaterThan(before.epoch());
        assertThat(owned.isDirty()).isFalse();
        assertThat(owned.unacknowledgedRecords()).isZero();
    }

    @Test
    void onlyTheNamedPartitionsAreTouched() {
        owned.assign(List.of(ZERO));
        PartitionState kept = owned.get(ZERO);
        owned.assign(List.of(ONE));
        owned.release(List.of(ONE));
        assertThat(owned.get(ZERO)).isSameAs(kept);
        assertThat(owned.owns(kept)).isTrue();
    }

    @Test
    void releasingWhatIsNotOwnedIsHarmless() {
        owned.assign(List.of(ZERO));
        owned.release(List.of(ONE));
        owned.release(List.of(ZERO, ONE));
        owned.release(List.of(ZERO));
        assertThat(owned.isEmpty()).isTrue();
        assertThat(owned.partitions()).isEmpty();
    }

    @Test
    void statesAreFoundOfOwnedPartitionsOnly() {
        owned.assign(List.of(ZERO));
        assertThat(owned.of(List.of(ONE, ZERO))).containsExactly(owned.get(ZERO));
        assertThat(owned.get(ONE)).isNull();
    }

    @Test
    void whatWasReleasedStaysVisible() {
        owned.assign(List.of(ZERO, ONE));
        owned.get(ZERO).polled(3);
        owned.get(ZERO).finish(9, 1, 6);
        owned.release(List.of(ZERO));
        assertThat(owned.views())
                .containsExactlyInAnyOrder(
                        new PartitionView(ZERO, 1, 3L, 9L, 3L), new PartitionView(ONE, 2, null, null, null));
        owned.assign(List.of(ZERO));
        owned.get(ZERO).polled(3);
        assertThat(owned.views()).contains(new PartitionView(ZERO, 3, 3L, 3L, 3L));
    }

    @Test
    void dirtAndUnacknowledgedRecordsAreThoseOfWhatIsOwned() {
        owned.assign(List.of(ZERO, ONE));
        owned.get(ZERO).polled(0);
        owned.get(ZERO).finish(5, 1, 5);
        owned.get(ONE).polled(0);
        owned.get(ONE).finish(2, 1, 2);
        assertThat(owned.unacknowledgedRecords()).isEqualTo(7);
        owned.release(List.of(ZERO));
        assertThat(owned.unacknowledgedRecords()).isEqualTo(2);
        owned.get(ONE).acknowledge(2, 2);
        assertThat(owned.isDirty()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void ownershipIsWhatWasToldLastAndEpochsOnlyRise(long seed) {
        Random random = new Random(seed);
        Set<TopicPartition> model = new HashSet<>();
        Set<TopicPartition> ever = new HashSet<>();
        Map<TopicPartition, Long> epochs = new HashMap<>();
        for (int step = 0; step < 500; step++) {
            TopicPartition partition = new TopicPartition("t", random.nextInt(6));
            if (random.nextBoolean()) {
                owned.assign(List.of(partition));
                model.add(partition);
                ever.add(partition);
                long epoch = owned.get(partition).epoch();
                assertThat(epoch).isGreaterThan(epochs.getOrDefault(partition, 0L));
                epochs.put(partition, epoch);
            } else {
                owned.release(List.of(partition));
                model.remove(partition);
            }
            assertThat(owned.partitions()).as("seed %d", seed).isEqualTo(model);
            assertThat(owned.all()).extracting(PartitionState::partition).containsExactlyInAnyOrderElementsOf(model);
            assertThat(owned.views()).extracting(PartitionView::partition).containsExactlyInAnyOrderElementsOf(ever);
        }
    }

    @Test
    void howMuchIsFinishedNeverGoesDown() {
        OwnedPartitions mine = new OwnedPartitions(new AtomicLong()::incrementAndGet);
        TopicPartition one = new TopicPartition("t", 1);
        TopicPartition two = new TopicPartition("t", 2);
        mine.assign(List.of(one, two));
        mine.get(one).finish(5, 0, 5);
        mine.get(two).finish(3, 0, 3);
        mine.release(List.of(one));
        assertThat(mine.finishedRecords()).isEqualTo(8);
        mine.assign(List.of(one, two));
        assertThat(mine.finishedRecords()).as("one comes back, two begins anew").isEqualTo(8);
        mine.get(one).finish(6, 0, 1);
        assertThat(mine.finishedRecords()).isEqualTo(9);
    }
}

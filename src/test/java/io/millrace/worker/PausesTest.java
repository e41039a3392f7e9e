package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.offsets.OwnedPartitions;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PausesTest {
    private static final TopicPartition MINE = new TopicPartition("t", 0);
    private static final TopicPartition LOST = new TopicPartition("t", 1);

    private final OwnedPartitions owned = new OwnedPartitions(new AtomicLong()::incrementAndGet);

    /**
     * Found by a round with a process that was stopped beyond its session: the client still named a partition whose loss
     * it had told, and dropped it before it could be resumed, which ended the worker.
     */
    @Test
    void touchesOnlyWhatIsOwnedWhateverTheClientStillShows() {
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
            consumer.assign(List.of(MINE, LOST));
            owned.assign(List.of(MINE, LOST));
            Pauses pauses = new Pauses(consumer, owned);
            pauses.set(Pauses.Reason.COMMIT_DUE, true);
            assertThat(consumer.paused()).containsExactlyInAnyOrder(MINE, LOST);

            owned.release(List.of(LOST));
            pauses.set(Pauses.Reason.COMMIT_DUE, false);

            assertThat(consumer.paused()).containsExactly(LOST);
        }
    }

    @Test
    void flowsWhenNoReasonIsLeft() {
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
            consumer.assign(List.of(MINE));
            owned.assign(List.of(MINE));
            Pauses pauses = new Pauses(consumer, owned);
            pauses.set(Pauses.Reason.COMMIT_DUE, true);
            pauses.set(Pauses.Reason.BUDGET, true);
            pauses.set(Pauses.Reason.COMMIT_DUE, false);
            assertThat(consumer.paused()).containsExactly(MINE);

            pauses.set(Pauses.Reason.BUDGET, false);

            assertThat(consumer.paused()).isEmpty();
        }
    }

    @Test
    void tellsTheOthersWhereOneIsGone() {
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
            consumer.assign(List.of(MINE));
            owned.assign(List.of(LOST, MINE));
            Pauses pauses = new Pauses(consumer, owned);

            pauses.set(Pauses.Reason.COMMIT_DUE, true);
            assertThat(consumer.paused()).containsExactly(MINE);
            pauses.set(Pauses.Reason.COMMIT_DUE, false);
            assertThat(consumer.paused()).isEmpty();
        }
    }
}

package io.millrace.supervisor;

import static io.millrace.supervisor.Snapshots.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.offsets.StartPosition;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PinnedEndsTest {
    private static final StartPosition EARLIEST = new StartPosition.Earliest();
    private static final StartPosition LATEST = new StartPosition.Latest();

    private static Map<TopicPartition, Long> at(long zero, long one) {
        return Map.of(partition(0), zero, partition(1), one);
    }

    @Test
    void theEndIsReachedWhenEachPositionIsThere() {
        PinnedEnds ends = PinnedEnds.pin(at(0, 0), at(10, 20), Map.of(), EARLIEST);
        assertThat(ends.areReached(Map.of())).isFalse();
        assertThat(ends.areReached(at(10, 19))).isFalse();
        assertThat(ends.areReached(Map.of(partition(1), 20L))).isFalse();
        assertThat(ends.areReached(at(10, 20))).isTrue();
        assertThat(ends.areReached(at(15, 30))).isTrue();
    }

    @Test
    void emptyPartitionsAreWhereTheyShallBe() {
        PinnedEnds ends = PinnedEnds.pin(at(0, 7), at(0, 7), Map.of(), EARLIEST);
        assertThat(ends.areReached(Map.of())).isTrue();
        assertThat(ends.progress(Map.of())).isEqualTo(new RunProgress(0, 0, "offsets"));
    }

    @Test
    void whatIsCommittedAtTheEndIsDone() {
        PinnedEnds ends = PinnedEnds.pin(at(0, 0), at(10, 20), at(10, 5), EARLIEST);
        assertThat(ends.areReached(Map.of(partition(1), 20L))).isTrue();
        assertThat(ends.progress(Map.of())).isEqualTo(new RunProgress(0, 15, "offsets"));
    }

    @Test
    void theWayBeginsAtWhatIsCommittedOrAtTheBeginOfTheLog() {
        PinnedEnds ends = PinnedEnds.pin(at(3, 8), at(10, 20), Map.of(partition(1), 5L), EARLIEST);
        assertThat(ends.progress(Map.of())).isEqualTo(new RunProgress(0, 7 + 12, "offsets"));
        assertThat(ends.progress(at(4, 5))).isEqualTo(new RunProgress(1, 19, "offsets"));
        assertThat(ends.progress(at(10, 20))).isEqualTo(new RunProgress(19, 19, "offsets"));
    }

    @Test
    void progressNeverExceedsTheWay() {
        PinnedEnds ends = PinnedEnds.pin(at(0, 0), at(10, 20), Map.of(), EARLIEST);
        assertThat(ends.progress(at(1000, 1000))).isEqualTo(new RunProgress(30, 30, "offsets"));
    }

    @Test
    void withLatestThereIsNothingToReadWhereNothingIsCommitted() {
        PinnedEnds ends = PinnedEnds.pin(at(0, 0), at(10, 20), Map.of(partition(1), 15L), LATEST);
        assertThat(ends.progress(Map.of())).isEqualTo(new RunProgress(0, 5, "offsets"));
        assertThat(ends.areReached(Map.of(partition(1), 20L))).isTrue();
    }

    /** Only positions are compared: a log whose last offsets are markers has an end that no record has. */
    @Test
    void gapsDoNotMatter() {
        PinnedEnds ends = PinnedEnds.pin(at(0, 0), at(100, 0), Map.of(), EARLIEST);
        assertThat(ends.areReached(Map.of(partition(0), 99L))).isFalse();
        assertThat(ends.areReached(Map.of(partition(0), 100L))).isTrue();
    }
}

package io.millrace.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PartitionViewTest {
    private static PartitionView view(long epoch, Long first, Long position, Long committed) {
        return new PartitionView(new TopicPartition("t", 0), epoch, first, position, committed);
    }

    @Test
    void theLaterOwnershipCountsButReadingBeganWithTheEarlierOne() {
        PartitionView joined = view(1, 0L, 10L, 8L).join(view(2, 8L, 20L, 15L));
        assertThat(joined).isEqualTo(view(2, 0L, 20L, 15L));
    }

    @Test
    void theOrderInWhichTheyAreJoinedDoesNotMatter() {
        PartitionView early = view(1, 0L, 10L, 8L);
        PartitionView late = view(2, 8L, 20L, 15L);
        assertThat(late.join(early)).isEqualTo(early.join(late));
    }

    @Test
    void whatTheLaterOneDoesNotKnowIsTakenFromTheEarlierOne() {
        assertThat(numbers(view(1, 0L, 10L, 8L).join(view(2, null, null, null))))
                .containsExactly(0L, 10L, 8L);
        assertThat(numbers(view(1, null, null, null).join(view(2, 8L, 20L, 15L))))
                .containsExactly(8L, 20L, 15L);
    }

    @Test
    void aResetByALaterOwnershipIsShownAsItIs() {
        PartitionView joined = view(1, 50L, 60L, 60L).join(view(2, 0L, 3L, 2L));
        assertThat(joined.position()).isEqualTo(3);
        assertThat(joined.committed()).isEqualTo(2);
    }

    @Test
    void severalOwnershipsJoinToTheSameInAnyOrder() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<PartitionView> views = new ArrayList<>();
            for (int epoch = 1; epoch <= 5; epoch++) {
                Long position = some(random);
                Long first = position == null ? null : some(random);
                views.add(view(epoch, first, position, position));
            }
            List<Long> inOrder =
                    numbers(views.stream().reduce(PartitionView::join).orElseThrow());
            Collections.shuffle(views, random);
            assertThat(numbers(views.stream().reduce(PartitionView::join).orElseThrow()))
                    .as("seed %d", seed)
                    .isEqualTo(inOrder);
        }
    }

    /** A went, B came, and A came back but does not know yet where: what B knew is the newest. */
    @Test
    void whatIsKnownOfAnOwnershipBetweenIsNotHiddenByAnOlderOne() {
        PartitionView here = view(1, 0L, 10L, 10L).join(view(3, null, null, null));
        PartitionView there = view(2, 10L, 20L, 20L);
        assertThat(numbers(here.join(there))).containsExactly(0L, 20L, 20L);
        assertThat(numbers(there.join(here))).containsExactly(0L, 20L, 20L);
    }

    private static List<Long> numbers(PartitionView view) {
        return Arrays.asList(view.first(), view.position(), view.committed());
    }

    private static Long some(Random random) {
        return random.nextBoolean() ? null : Long.valueOf(random.nextInt(100));
    }
}

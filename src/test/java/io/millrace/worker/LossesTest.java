package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.millrace.metrics.MetricNames;
import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.PartitionRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossesTest {
    private final MetricRegistry registry = new MetricRegistry();
    private final Losses losses = new Losses(4, new WorkerMeters(registry, 4));

    private static PartitionRange range(int partition, long from, long to) {
        return new PartitionRange(ScriptedGroup.partition(partition), from, to);
    }

    @Test
    void everyRangeIsToldInTheOrderInWhichItWasLost() {
        losses.note(range(1, 5, 8), "scripted");
        losses.note(range(0, 0, 1), "scripted");
        assertThat(losses.ranges()).containsExactly(range(1, 5, 8), range(0, 0, 1));
    }

    @Test
    void theOffsetsAreCounted() {
        losses.note(range(1, 5, 8), "scripted");
        losses.note(range(0, 0, 1), "scripted");
        assertThat(registry.counter(MetricNames.of(4, MetricNames.LOST_OFFSETS)).getCount())
                .isEqualTo(4);
    }

    @Test
    void whatWasToldDoesNotChange() {
        losses.note(range(1, 5, 8), "scripted");
        List<PartitionRange> told = losses.ranges();
        losses.note(range(0, 0, 1), "scripted");
        assertThat(told).hasSize(1);
    }
}

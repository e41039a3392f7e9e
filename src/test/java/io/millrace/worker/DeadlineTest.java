package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {
    /** The clock may begin anywhere, and run over its end. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 1_000_000_000L, Long.MIN_VALUE})
    void whatIsLeftShrinksToZeroAndNotBelow(long start) {
        ManualClock clock = new ManualClock(start);
        Deadline deadline = Deadline.after(Duration.ofSeconds(3), clock);
        assertThat(deadline.remaining()).isEqualTo(Duration.ofSeconds(3));
        clock.advance(Duration.ofSeconds(2));
        assertThat(deadline.remaining()).isEqualTo(Duration.ofSeconds(1));
        assertThat(deadline.hasPassed()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(deadline.hasPassed()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(deadline.remaining()).isZero();
        assertThat(deadline.hasPassed()).isTrue();
    }

    @Test
    void aStepGetsWhatIsLeftAtMost() {
        ManualClock clock = new ManualClock();
        Deadline deadline = Deadline.after(Duration.ofSeconds(3), clock);
        assertThat(deadline.atMost(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
        clock.advance(Duration.ofSeconds(2));
        assertThat(deadline.atMost(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(1));
        clock.advance(Duration.ofSeconds(2));
        assertThat(deadline.atMost(Duration.ofSeconds(2))).isZero();
    }

    @Test
    void aDeadlineOfNoTimeHasPassed() {
        assertThat(Deadline.after(Duration.ZERO, new ManualClock()).hasPassed()).isTrue();
    }
}

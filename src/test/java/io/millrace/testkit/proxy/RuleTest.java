package io.millrace.testkit.proxy;

import static org.apache.kafka.common.protocol.ApiKeys.FETCH;
import static org.apache.kafka.common.protocol.ApiKeys.HEARTBEAT;
import static org.apache.kafka.common.protocol.ApiKeys.OFFSET_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;

class RuleTest {
    private final Traffic traffic = new Traffic();

    private RuleBuilder.Side on(ApiKeys... apis) {
        return new RuleBuilder.Side(traffic, Rule.Match.set(apis));
    }

    private static Frame commit(Direction direction, String client) {
        return new Frame(1, client, OFFSET_COMMIT, (short) 8, 1, direction, 100);
    }

    private boolean isTaken(Direction direction, String client) {
        return traffic.decide(commit(direction, client)).taker().isPresent();
    }

    /** Which of the next requests a rule takes, counted from 1. */
    private List<Integer> taken(int frames) {
        return IntStream.rangeClosed(1, frames)
                .filter(i -> isTaken(Direction.REQUEST, "c"))
                .boxed()
                .toList();
    }

    @Test
    void takesTheFirstFrameUnlessToldOtherwise() {
        Rule rule = on(OFFSET_COMMIT).request().swallow();
        assertThat(taken(5)).containsExactly(1);
        assertThat(rule.fired()).isEqualTo(1);
    }

    @Test
    void takesSoManyAfterSoMany() {
        on(OFFSET_COMMIT).request().after(2).times(3).swallow();
        assertThat(taken(10)).containsExactly(3, 4, 5);
    }

    @Test
    void takesTheNth() {
        on(OFFSET_COMMIT).request().nth(4).swallow();
        assertThat(taken(10)).containsExactly(4);
    }

    @Test
    void takesAllUntilRemoved() {
        Rule rule = on(OFFSET_COMMIT).request().always().swallow();
        assertThat(taken(3)).containsExactly(1, 2, 3);
        rule.remove();
        assertThat(taken(3)).isEmpty();
    }

    @Test
    void matchesApiDirectionAndClient() {
        on(FETCH, HEARTBEAT).request().always().swallow();
        on(OFFSET_COMMIT).response().client("mill-\\d+").always().swallow();

        assertThat(isTaken(Direction.REQUEST, "mill-1")).isFalse();
        assertThat(isTaken(Direction.RESPONSE, "other")).isFalse();
        assertThat(isTaken(Direction.RESPONSE, "xmill-1")).isFalse();
        assertThat(isTaken(Direction.RESPONSE, "mill-1")).isTrue();
    }

    @Test
    void matchesEveryApi() {
        new RuleBuilder.Side(traffic, Set.of()).request().swallow();
        assertThat(isTaken(Direction.REQUEST, "c")).isTrue();
    }

    /** Both count what they match, so that an nth means the same whatever other rules do. */
    @Test
    void givesAFrameToTheRuleThatWasArmedFirst() {
        Rule first = on(OFFSET_COMMIT).request().nth(2).swallow();
        Rule second = on(OFFSET_COMMIT).request().after(1).times(2).dropAndCut();

        assertThat(taken(5)).containsExactly(2, 3, 4);
        assertThat(first.fired()).isEqualTo(1);
        assertThat(second.fired()).isEqualTo(2);
    }

    @Test
    void observesWithoutTaking() throws Exception {
        Rule eye = on(OFFSET_COMMIT).request().always().observe();
        on(OFFSET_COMMIT).request().nth(2).swallow();
        Rule late = on(OFFSET_COMMIT).request().always().observe();

        assertThat(taken(3)).containsExactly(2);
        assertThat(eye.fired()).isEqualTo(3);
        assertThat(late.fired()).isEqualTo(3);
        eye.awaitFired(3, Duration.ZERO);
    }

    @Test
    void logsWhatFired() {
        on(OFFSET_COMMIT).response().dropAndCut();
        isTaken(Direction.RESPONSE, "mill-1");

        assertThat(traffic.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.what()).isEqualTo("dropped, connection cut");
            assertThat(fault.frame()).contains(commit(Direction.RESPONSE, "mill-1"));
            assertThat(fault.toString())
                    .contains("dropped, connection cut: OFFSET_COMMIT v8 response of 100 bytes, client \"mill-1\"");
        });
    }

    @Test
    void saysWhatDidNotFire() {
        Rule rule = on(OFFSET_COMMIT).response().client("mill-1").delay(Duration.ofMillis(7));

        assertThatThrownBy(() -> rule.awaitFired(2, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("rule ([OFFSET_COMMIT] response, client id mill-1: delayed by 7 ms) did not fire 2 times"
                        + " within 1 ms, but 0");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> on(OFFSET_COMMIT).response().duplicate()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> on(OFFSET_COMMIT).response().nth(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> on(OFFSET_COMMIT).response().times(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> on(OFFSET_COMMIT).response().cutInside(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> on(OFFSET_COMMIT).response().throttle(0)).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.millrace.testkit.rounds;

import java.time.Duration;
import java.util.List;

/**
 * One thing that goes wrong while engines work. It starts the engines and hurts them, or what they need, at barriers:
 * so many records handled, never so much time passed. What it draws, it draws from {@link Stage#random}, so that a seed
 * gives the same schedule again. Each fault that has surely struck is told by {@link Stage#hit}.
 *
 * <p>When it returns, engines may still run: the round stops them in good order and lets one more process finish the
 * topic. Stateless; one thread.
 */
public interface Scenario {
    /** As it is asked for on the command line. */
    String name();

    /** One line for a list. */
    String summary();

    void play(Stage stage);

    /** Whether there is something here that can go wrong in this mode. */
    default boolean suits(Variant.Mode mode) {
        return true;
    }

    /** How many faults must have struck for the round to count. */
    int minHits();

    /** Whether the promise allows that anything is repeated here. */
    default boolean mayRepeat() {
        return true;
    }

    /** Whether a member that says nothing for a short while is to be taken for dead soon. */
    default boolean expiresFast() {
        return true;
    }

    /** Whether the broker cannot be shared with other rounds at the time. */
    default boolean isAlone() {
        return false;
    }

    /** Whether the engines talk to the broker through the proxy. */
    default boolean isBehindProxy() {
        return false;
    }

    /** More of the engines' configuration, relative to {@code millrace}. */
    default List<String> settings(Variant.Mode mode) {
        return List.of();
    }

    /** How much later than due a commit may come to the broker, because of what is done here. */
    default Duration commitsDelayedBy() {
        return Duration.ZERO;
    }

    /** Roughly how long there is work to do at first. */
    default double seconds() {
        return 4;
    }

    /** The same of a round that does not have to be small. */
    default double secondsInFull() {
        return seconds();
    }

    /** How long the records of one poll may take: a rebalance waits for them, and commits follow polls. */
    default int pollMillis() {
        return 1_000;
    }
}

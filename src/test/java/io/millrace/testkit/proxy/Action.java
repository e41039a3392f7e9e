package io.millrace.testkit.proxy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a rule does to a frame. Immutable; any thread.
 *
 * @param name for the log
 * @param effect what happens instead of a plain forward; forwards where the rule only observes
 * @param hook what is told of a frame that the rule observes; empty where it takes frames
 */
record Action(String name, Effect effect, Optional<Consumer<Frame>> hook) {
    /** Runs in the frame's own thread. */
    interface Effect {
        void apply(Passage passage, Rule rule) throws IOException, InterruptedException;
    }

    private Action(String name, Effect effect) {
        this(name, effect, Optional.empty());
    }

    static Action observe(Consumer<Frame> hook) {
        return new Action("observed", (passage, rule) -> passage.forward(), Optional.of(hook));
    }

    static Action delay(Duration duration) {
        return new Action("delayed by " + duration.toMillis() + " ms", (passage, rule) -> {
            passage.pause(duration, rule);
            passage.forward();
        });
    }

    static Action hold() {
        return new Action("held", (passage, rule) -> {
            passage.awaitRelease(rule);
            passage.forward();
        });
    }

    static Action swallow() {
        return new Action("swallowed with all that follows", (passage, rule) -> passage.swallow());
    }

    static Action dropAndCut() {
        return new Action("dropped, connection cut", (passage, rule) -> passage.cut());
    }

    static Action cutAfter() {
        return new Action("forwarded, then connection cut", (passage, rule) -> passage.forwardLast());
    }

    static Action cutInside(int bytes) {
        return new Action("cut after " + bytes + " bytes", (passage, rule) -> {
            passage.forwardFirst(bytes);
            passage.cut();
        });
    }

    static Action duplicate() {
        return new Action("sent twice", (passage, rule) -> passage.forwardTwice());
    }

    static Action throttle(int bytesPerSecond) {
        return new Action(
                "slowed to " + bytesPerSecond + " bytes/s", (passage, rule) -> passage.forwardSlowly(bytesPerSecond));
    }

    boolean observes() {
        return hook.isPresent();
    }
}

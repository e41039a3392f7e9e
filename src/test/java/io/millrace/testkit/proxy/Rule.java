package io.millrace.testkit.proxy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.protocol.ApiKeys;

/** One fault that is armed: how often it has fired, and its end. Any thread. */
public final class Rule {
    /**
     * Which frames a rule is for.
     *
     * @param apis empty for every API
     * @param skip how many matching frames go by before the first that is taken
     * @param times how many are taken
     */
    record Match(Set<ApiKeys> apis, Direction direction, Pattern clientId, long skip, long times) {
        boolean fits(Frame frame) {
            return frame.direction() == direction
                    && (apis.isEmpty() || apis.contains(frame.api()))
                    && clientId.matcher(frame.clientId()).matches();
        }

        static Set<ApiKeys> set(ApiKeys... apis) {
            Set<ApiKeys> set = EnumSet.noneOf(ApiKeys.class);
            set.addAll(Set.of(apis));
            return set;
        }
    }

    private final Match match;
    private final Action action;
    private final Monitor monitor;
    private long matched;
    private volatile long fired;
    private volatile boolean removed;
    private volatile boolean released;

    Rule(Match match, Action action, Monitor monitor) {
        this.match = match;
        this.action = action;
        this.monitor = monitor;
    }

    Action action() {
        return action;
    }

    /** Whether the rule takes this frame. A frame that another rule has taken still counts as an occurrence. */
    synchronized boolean takes(Frame frame, boolean taken) {
        if (removed || !match.fits(frame)) {
            return false;
        }
        matched++;
        return matched > match.skip && fired < match.times && !(taken && !action.observes());
    }

    /** To be called when the log has it, so that whoever waits finds it there. */
    synchronized void hasFired() {
        fired++;
        monitor.changed();
    }

    /** How many frames the rule has taken. */
    public long fired() {
        return fired;
    }

    /**
     * Waits until the rule has taken so many frames. What it does to the last of them may still be under way; a held
     * frame is at its barrier.
     *
     * @throws AssertionError where that does not happen in time
     */
    public void awaitFired(long count, Duration timeout) throws InterruptedException {
        if (!monitor.await(() -> fired >= count, timeout)) {
            throw new AssertionError(
                    this + " did not fire " + count + " times within " + timeout.toMillis() + " ms, but " + fired);
        }
    }

    /** Lets go the frames that this rule holds; from now on it holds none. */
    public void release() {
        released = true;
        monitor.changed();
    }

    boolean isReleased() {
        return released;
    }

    /** Ends the rule and lets go what it holds or delays. */
    public void remove() {
        removed = true;
        release();
    }

    boolean isRemoved() {
        return removed;
    }

    @Override
    public String toString() {
        return "rule (" + (match.apis.isEmpty() ? "any API" : match.apis) + " " + match.direction + ", client id "
                + match.clientId + ": " + action.name() + ")";
    }
}

package io.millrace.testkit.proxy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a proxy's connections share: the rules, the counters, the log and the gates of both directions. Any thread. */
final class Traffic implements Arming {
    private static final Logger LOG = LoggerFactory.getLogger(Traffic.class);

    /** A rule without an end in a run of hours must not fill the memory; rules count on without the log. */
    private static final int KEPT_FAULTS = 100_000;

    private static final int KEPT_PROBLEMS = 1_000;

    private final Counters counters = new Counters();
    private final Monitor monitor = new Monitor();
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Set<Direction> paused = ConcurrentHashMap.newKeySet();
    private final List<FiredFault> faults = new ArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();

    Counters counters() {
        return counters;
    }

    @Override
    public Rule arm(Rule.Match match, Action action) {
        Rule rule = new Rule(match, action, monitor);
        rules.add(rule);
        return rule;
    }

    void removeRules() {
        rules.forEach(Rule::remove);
        rules.removeIf(Rule::isRemoved);
    }

    /**
     * Who has to do with a frame.
     *
     * @param taker the rule that decides what becomes of it: the first one armed of those that are for it
     */
    record Decision(Optional<Rule> taker, List<Rule> observers) {}

    /** All rules that match the frame count it, also those that come too late to take it. */
    synchronized Decision decide(Frame frame) {
        Rule taker = null;
        List<Rule> observers = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.takes(frame, taker != null)) {
                if (rule.action().observes()) {
                    observers.add(rule);
                } else {
                    fired(rule.action().name(), Optional.of(frame));
                    taker = rule;
                }
                rule.hasFired();
            }
        }
        rules.removeIf(Rule::isRemoved);
        return new Decision(Optional.ofNullable(taker), observers);
    }

    synchronized void fired(String what, Optional<Frame> frame) {
        if (faults.size() < KEPT_FAULTS) {
            faults.add(new FiredFault(Instant.now(), what, frame));
        }
    }

    synchronized List<FiredFault> faults() {
        return List.copyOf(faults);
    }

    /** Something that is no fault of the test's making and that it must hear of. */
    void problem(String text, Exception cause) {
        LOG.debug("{}", text, cause);
        if (problems.size() < KEPT_PROBLEMS) {
            problems.add(text + ": " + cause);
        }
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    void pause(Direction direction) {
        if (paused.add(direction)) {
            fired(direction + "s paused", Optional.empty());
        }
    }

    void resume(Direction direction) {
        if (paused.remove(direction)) {
            fired(direction + "s resumed", Optional.empty());
            monitor.changed();
        }
    }

    /** Waits while the direction is paused. */
    void awaitFlow(Direction direction, BooleanSupplier over) throws InterruptedException {
        if (paused.contains(direction)) {
            monitor.await(() -> !paused.contains(direction) || over.getAsBoolean());
        }
    }

    void awaitRelease(Rule rule, BooleanSupplier over) throws InterruptedException {
        monitor.await(() -> rule.isReleased() || over.getAsBoolean());
    }

    void sleep(Duration duration, BooleanSupplier over) throws InterruptedException {
        monitor.await(over, duration);
    }

    /** To be called when what a waiting thread takes for its end has become so. */
    void connectionChanged() {
        monitor.changed();
    }
}

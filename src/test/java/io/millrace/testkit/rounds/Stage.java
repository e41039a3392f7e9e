package io.millrace.testkit.rounds;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.testkit.ledger.JournalEvent.Sign;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.proxy.ProxiedBroker;
import io.millrace.testkit.proxy.ProxyView;
import io.millrace.testkit.witness.EngineUnderTest;
import io.millrace.testkit.witness.Observer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What a scenario can do: start engines, hurt them, wait until they have handled so much. Whatever is done here to an
 * engine is told to the observer. One thread.
 */
public final class Stage {
    /** Longer than anything takes that goes well, also on a busy machine. */
    static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final int STOPPED_BY_SIGTERM = 143;
    private static final int KILLED = 137;
    /** So begins what the engine logs when a stop is asked for. */
    private static final String STOPPING = "stopping (";

    private static final int NOT_DRAINED = 75;
    private static final Duration LOOK = Duration.ofMillis(20);
    /** The coordinator is asked, and has other things to do. */
    private static final Duration ASK = Duration.ofMillis(100);

    private static final double NEARLY_ALL = 0.9;

    private final Path folder;
    private final EngineConfig configs;
    private final Draw draw;
    private final Supply supply;
    private final ProxiedBroker broker;
    private final Observer observer;
    private final SplittableRandom random;
    private final GroupView group;
    private final ProxyView proxy;
    private final Map<String, EngineUnderTest> running = new LinkedHashMap<>();
    private final List<EngineUnderTest> all = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private long lostPartitions;

    Stage(
            Path folder,
            EngineConfig configs,
            Draw draw,
            Supply supply,
            ProxiedBroker broker,
            Observer observer,
            SplittableRandom random,
            GroupView group) {
        this.folder = folder;
        this.configs = configs;
        this.draw = draw;
        this.supply = supply;
        this.broker = broker;
        this.observer = observer;
        this.random = random;
        this.group = group;
        this.proxy = broker.proxy().view();
    }

    /** Drawn from the round's seed: whatever a scenario leaves to chance comes from here. */
    public SplittableRandom random() {
        return random;
    }

    /** The broker; the observer must be told of outages. */
    public ProxiedBroker broker() {
        return broker;
    }

    /** What is before the broker: for rules about this round's clients, which are removed when it is over. */
    public ProxyView proxy() {
        return proxy;
    }

    /** How the engines commit. */
    public Variant.Mode mode() {
        return configs.variant().mode();
    }

    /** By which protocol the group is formed. */
    public Variant.Protocol protocol() {
        return configs.variant().protocol();
    }

    public Observer observer() {
        return observer;
    }

    GroupView group() {
        return group;
    }

    /** So many records there are to handle at first, roughly: more come where a scenario takes its time. */
    public int records() {
        return draw.due();
    }

    public int partitions() {
        return draw.partitions();
    }

    /** Whether the round is a small one. */
    boolean isLean() {
        return draw.isLean();
    }

    /** How often something is done: drawn, and not so often where several rounds run at a time. */
    public int times(int fewest, int most) {
        return draw.isLean() ? random.nextInt(fewest, fewest + 2) : random.nextInt(fewest, most + 1);
    }

    /** What the clients of this engine are called, but for a number at the end; also a pattern for the proxy. */
    public String clientId(EngineUnderTest engine) {
        return configs.clientId(engine.process());
    }

    /** As many engines as there are while nothing goes wrong. */
    public List<EngineUnderTest> startAll() {
        List<EngineUnderTest> started = new ArrayList<>();
        for (int i = 0; i < Draw.PROCESSES; i++) {
            started.add(start());
        }
        return started;
    }

    /** One more engine, as slow as the round wants it. */
    public EngineUnderTest start() {
        return start(draw.slowMicros());
    }

    EngineUnderTest start(int slowMicros, String... runArguments) {
        return start(slowMicros, 0, runArguments);
    }

    /** One more engine, of which one call of its handlers waits to be let go; counted from 1. */
    public EngineUnderTest startHolding(long holdAt) {
        return start(draw.slowMicros(), holdAt);
    }

    private EngineUnderTest start(int slowMicros, long holdAt, String... runArguments) {
        String process = "p" + (all.size() + 1);
        EngineUnderTest engine =
                EngineUnderTest.startHolding(folder, process, configs.write(process), slowMicros, holdAt, runArguments);
        all.add(engine);
        running.put(process, engine);
        return engine;
    }

    /** One more member of the group that is no engine. */
    Passerby passerby() {
        return new Passerby(broker, group.name(), protocol());
    }

    /** The engines that run and shall run on, the oldest first. */
    public List<EngineUnderTest> running() {
        return List.copyOf(running.values());
    }

    /** How often any engine of this round has handled a record. */
    public long handled() {
        return all.stream().mapToLong(EngineUnderTest::handled).sum();
    }

    /** Whether so little is left to do that nothing can be interrupted any more, even if there were a little more. */
    public boolean isNearlyDone() {
        return handled() >= NEARLY_ALL * supply.due() && !supply.more();
    }

    /** The barrier: returns once the engines together have handled so many records. */
    public void awaitHandled(long total) {
        await("handled " + total + " records", () -> handled() >= total);
    }

    /** Returns once they have handled so many more than now. */
    public void awaitMore(long more) {
        long goal = handled() + more;
        awaitOrNearlyDone("handled " + more + " more records", () -> handled() >= goal);
    }

    /** Returns once this engine has handled so many records, or nearly nothing is left to do: then it is false. */
    public boolean awaitHandledBy(EngineUnderTest engine, long count) {
        awaitOrNearlyDone(engine.process() + " handled " + count + " records", () -> engine.handled() >= count);
        return engine.handled() >= count && !isNearlyDone();
    }

    /** Returns when it is so, or when nearly nothing is left to do. */
    void awaitOrNearlyDone(String what, Callable<Boolean> condition) {
        await(what, () -> condition.call() || isNearlyDone());
    }

    /** Waits for what must come as long as the engines run; one that ends by itself is a failure. */
    void await(String what, Callable<Boolean> condition) {
        await(what, LOOK, condition);
    }

    /** The same, for what only the group's coordinator can tell. */
    void awaitGroup(String what, Callable<Boolean> condition) {
        await(what, ASK, condition);
    }

    private void await(String what, Duration interval, Callable<Boolean> condition) {
        try {
            Awaitility.await(what)
                    .atMost(PATIENCE)
                    .pollInterval(interval)
                    .pollInSameThread()
                    .until(() -> {
                        running.values().stream()
                                .filter(engine -> !engine.isAlive())
                                .findFirst()
                                .ifPresent(Stage::endedByItself);
                        return condition.call();
                    });
        } catch (ConditionTimeoutException e) {
            throw new RoundFailure(
                    "not in " + PATIENCE.toSeconds() + " s: " + what + "; " + handled() + " of " + supply.due()
                            + " records were handled",
                    e);
        }
    }

    private static void endedByItself(EngineUnderTest engine) {
        throw new RoundFailure(engine.process() + " ended by itself with " + engine.await(PATIENCE)
                + "; its standard error ends with " + tail(engine.standardError()));
    }

    static String tail(String text) {
        List<String> lines = text.lines().toList();
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 4), lines.size()));
    }

    /** SIGTERM, without waiting for the end. */
    public void terminate(EngineUnderTest engine) {
        await(engine.process() + " has begun", () -> hasBegun(engine));
        running.remove(engine.process());
        observer.signal(engine.process(), Sign.TERM);
        engine.terminate();
    }

    /**
     * Returns once an engine that was {@link #terminate terminated} says that it stops. What it does from then on is
     * its drain: a record that is held is its last one, and the next commit of that worker its last commit.
     */
    public void awaitDraining(EngineUnderTest engine) {
        await(engine.process() + " stops", () -> engine.standardError().contains(STOPPING) || !engine.isAlive());
    }

    /** SIGTERM, and waits for the end; what the process counted is told to the observer. */
    public void stop(EngineUnderTest engine) {
        terminate(engine);
        awaitStopped(engine);
    }

    /** Waits for the end of an engine that was terminated. */
    public void awaitStopped(EngineUnderTest engine) {
        awaitExit(engine, STOPPED_BY_SIGTERM);
    }

    void awaitExit(EngineUnderTest engine, int expected) {
        running.remove(engine.process());
        int code = engine.await(PATIENCE);
        JsonNode summary = engine.summary();
        // Taken for dead while it stopped, it cannot commit any more, and must not say that all is well.
        boolean isLost = code == NOT_DRAINED && expected == STOPPED_BY_SIGTERM && lost(summary) > 0;
        if (code != expected && !isLost) {
            wrong.add(engine.process() + " ended with " + code + " instead of " + expected + ": "
                    + tail(engine.standardError()));
        }
        lostPartitions += lost(summary);
        observer.counters(engine.process(), summary);
        summary.path("workers")
                .forEach(worker -> observer.status(
                        engine.process(),
                        worker.path("worker").asInt(),
                        worker.path("state").asText()));
    }

    /** How many partitions an engine that has stopped was told to have lost. */
    public static long lost(EngineUnderTest stopped) {
        return lost(stopped.summary());
    }

    private static long lost(JsonNode summary) {
        return summary.path("rebalances").path("lost").asLong();
    }

    /** SIGKILL; returns when the process is dead. It is a failure if it had ended by itself before. */
    public void kill(EngineUnderTest engine) {
        running.remove(engine.process());
        engine.kill();
        int code = engine.await(PATIENCE);
        if (code != KILLED) {
            throw new RoundFailure(engine.process() + " was to be killed and had ended before with " + code);
        }
        observer.signal(engine.process(), Sign.KILL);
    }

    /** SIGSTOP: the process holds still until {@link #thaw}. */
    public void freeze(EngineUnderTest engine) {
        observer.signal(engine.process(), Sign.STOP);
        engine.freeze();
    }

    public void thaw(EngineUnderTest engine) {
        observer.signal(engine.process(), Sign.CONT);
        engine.thaw();
    }

    /**
     * Returns once the group has given all that an engine had to others, and these have heard of it. The engine must have
     * been silenced just before, as by {@link #freeze}.
     */
    public void awaitMovedOn(EngineUnderTest silent) {
        List<EngineUnderTest> others =
                running().stream().filter(engine -> engine != silent).toList();
        long before = assigned(others);
        String clientId = clientId(silent);
        awaitGroup("the group moves on", () -> group.hasMovedOn(clientId, partitions()));
        await("others have what " + silent.process() + " had", () -> assigned(others) > before);
    }

    private static long assigned(List<EngineUnderTest> engines) {
        return engines.stream().mapToLong(EngineUnderTest::assigned).sum();
    }

    /** A fault has surely struck. */
    public void hit(String what) {
        told.add(what);
        observer.hit(what);
    }

    /** What struck, in its order. */
    List<String> hits() {
        return told;
    }

    /** What is not right and no verdict of the checker. */
    List<String> wrong() {
        return wrong;
    }

    /** How many partitions the engines that stopped were told to have lost. */
    long lostPartitions() {
        return lostPartitions;
    }

    /** SIGTERM to all that run, and waits for their end. */
    void stopAll() {
        List<EngineUnderTest> last = running();
        last.forEach(this::terminate);
        last.forEach(this::awaitStopped);
    }

    /** Before it has a journal a process may be without its handler of signals, and dies of one without a summary. */
    private boolean hasBegun(EngineUnderTest engine) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(name -> name.startsWith(engine.process() + '.') && name.endsWith(Witnesses.JOURNAL));
        }
    }

    /** Leaves nothing behind, however the round went. */
    void close() {
        all.stream().filter(EngineUnderTest::isAlive).forEach(engine -> {
            engine.kill();
            observer.signal(engine.process(), Sign.KILL);
        });
    }
}

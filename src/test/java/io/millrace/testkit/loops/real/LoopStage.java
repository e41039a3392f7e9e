package io.millrace.testkit.loops.real;

import io.millrace.testkit.ledger.JournalEvent.Sign;
import io.millrace.testkit.witness.Observer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The processes of a round, and what can be done to them; the observer is told of all of it. While it waits, records
 * come, and the loops are asked how they are. One thread.
 */
final class LoopStage {
    /** Longer than anything takes that goes well, also on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final Duration LOOK = Duration.ofMillis(15);
    private static final Duration ASK = Duration.ofMillis(80);
    private static final long SAMPLE_NANOS = 100_000_000;
    private static final int MOST_PROCESSES = 3;

    private final LoopWorker.Setting setting;
    private final Observer observer;
    private final LoopSupply supply;
    private final Random random;
    private final List<LoopProcess> processes = new ArrayList<>();
    private final List<LoopProcess> running = new ArrayList<>();
    private final Map<String, Integer> lives = new HashMap<>();
    private final List<String> hits = new ArrayList<>();
    private final long began = System.nanoTime();
    private boolean supplies = true;
    private long sampled;

    LoopStage(LoopWorker.Setting setting, Observer observer, LoopSupply supply, Random random) {
        this.setting = setting;
        this.observer = observer;
        this.supply = supply;
        this.random = random;
    }

    /** From the round's seed: whatever is left to chance comes from here. */
    Random random() {
        return random;
    }

    Observer observer() {
        return observer;
    }

    /** What struck, in its order. */
    List<String> hits() {
        return hits;
    }

    /** Those that run and are well, the oldest first. */
    List<LoopProcess> running() {
        return List.copyOf(running);
    }

    /** One whose workers are not all dead. */
    LoopProcess any() {
        List<LoopProcess> live = live();
        return live.get(random.nextInt(live.size()));
    }

    /** Those of which a worker lives. */
    List<LoopProcess> live() {
        return running.stream().filter(process -> !process.hasEnded()).toList();
    }

    boolean isFull() {
        return running.size() >= MOST_PROCESSES;
    }

    /** One more process, with one or two workers. */
    LoopProcess start() {
        LoopProcess process = new LoopProcess("p" + (processes.size() + 1));
        processes.add(process);
        running.add(process);
        int workers = 1 + random.nextInt(2);
        for (int number = 0; number < workers; number++) {
            addWorker(process, number);
        }
        return process;
    }

    /** A life more of one worker. */
    void addWorker(LoopProcess process, int number) {
        int life = lives.merge(process.name() + "/" + number, 1, Integer::sum);
        LoopWorker worker = new LoopWorker(setting, process, number, life, random.nextLong());
        process.add(worker);
        worker.start();
    }

    /** How the ids of a process's clients begin. */
    String clientIds(LoopProcess process) {
        return setting.topic() + "-" + process.name() + ".";
    }

    long handled() {
        return processes.stream().mapToLong(LoopProcess::handled).sum();
    }

    /** The barrier: returns when so many more records are handled, by anybody. */
    void awaitMore(long records) {
        long goal = handled() + records;
        await(records + " more records", () -> handled() >= goal);
    }

    /** Returns when it is so. */
    void await(String what, Callable<Boolean> condition) {
        await(what, LOOK, condition);
    }

    /** The same for what an administrator has to ask the broker. */
    void awaitAsking(String what, Callable<Boolean> condition) {
        await(what, ASK, condition);
    }

    private void await(String what, Duration interval, Callable<Boolean> condition) {
        try {
            Awaitility.await(what)
                    .atMost(PATIENCE)
                    .pollInterval(interval)
                    .pollInSameThread()
                    .until(() -> {
                        tick();
                        return condition.call();
                    });
        } catch (ConditionTimeoutException e) {
            throw new RoundBroken("not in " + PATIENCE.toSeconds() + " s: " + what, e);
        }
    }

    private void tick() {
        if (supplies) {
            supply.keepUp();
        }
        if (System.nanoTime() - sampled > SAMPLE_NANOS) {
            sampled = System.nanoTime();
            running.forEach(this::sample);
        }
        failOnFailure();
    }

    private void sample(LoopProcess process) {
        Map<Integer, LoopWorker> last = new HashMap<>();
        process.workers().forEach(worker -> last.put(worker.number(), worker));
        last.forEach((number, worker) -> {
            String status = worker.status();
            if (status != null) {
                observer.status(process.name(), number, status);
            }
        });
    }

    private void failOnFailure() {
        for (LoopProcess process : processes) {
            for (LoopWorker worker : process.workers()) {
                Throwable failure = worker.failure();
                if (failure != null) {
                    throw new RoundBroken("a worker of " + process.name() + " failed: " + trace(failure), failure);
                }
            }
        }
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** A fault has surely struck. */
    void hit(String what) {
        hits.add(String.format(Locale.ROOT, "at %.1f s: %s", (System.nanoTime() - began) / 1e9, what));
        observer.hit(what);
    }

    /** SIGKILL, in effect; returns when nothing of it is left. */
    void kill(LoopProcess process, int points) {
        process.killAfter(points);
        await(process.name() + " is dead", process::hasEnded);
        killed(process);
    }

    private void killed(LoopProcess process) {
        running.remove(process);
        observer.signal(process.name(), Sign.KILL);
    }

    /** SIGTERM, in effect; returns when all of these have ended as they should. */
    void stop(List<LoopProcess> all) {
        for (LoopProcess process : all) {
            observer.signal(process.name(), Sign.TERM);
            process.stop();
        }
        all.forEach(process -> {
            await(process.name() + " stops", process::hasEnded);
            running.remove(process);
            sample(process);
            if (!process.hadDeath()) {
                observer.counters(process.name(), process.counters());
            }
        });
    }

    /** SIGSTOP, in effect. */
    void freeze(LoopProcess process) {
        running.remove(process);
        observer.signal(process.name(), Sign.STOP);
        process.freeze();
    }

    void thaw(LoopProcess process) {
        observer.signal(process.name(), Sign.CONT);
        process.thaw();
        running.add(process);
    }

    /** No more records come. */
    void endSupply() {
        supplies = false;
        supply.end();
    }

    /** Leaves nothing behind, however the round went. */
    void close() {
        for (LoopProcess process : processes) {
            if (!process.hasEnded()) {
                process.thaw();
                process.kill();
                Awaitility.await(process.name() + " ends").atMost(PATIENCE).until(process::hasEnded);
                killed(process);
            }
        }
    }
}

package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalEvent.Sign;
import io.millrace.testkit.ledger.RunPlan;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.loops.EngineLoop;
import io.millrace.testkit.loops.LoopKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run: processes with workers that come, go, are killed, stopped, and lose their partitions, while records are
 * written, compacted and deleted and commits go astray; then calm, until all is committed, and a clean stop. One
 * thread.
 */
public final class Simulation {
    private static final int STEPS = 5_000;
    private static final int MOST_CALM_STEPS = 6_000;
    private static final double FAULT = 0.012;

    private final SimWorld world;
    private final LoopKind kind;
    private final DeliveryBound bound;
    private final List<SimProcess> processes = new ArrayList<>();
    private final Map<Integer, Runnable> due = new TreeMap<>();
    private int step;
    private int started;
    private int lives;
    private boolean drained;

    Simulation(long seed, LoopKind kind) {
        this.world = new SimWorld(seed);
        this.kind = kind;
        this.bound = kind.bound(world.maxPollRecords());
    }

    /** A run of the correct loop that commits synchronously. */
    public static Simulation sync(long seed) {
        return new Simulation(seed, LoopKind.SYNC);
    }

    /** A run of the correct loop that commits asynchronously. */
    public static Simulation async(long seed) {
        return new Simulation(seed, LoopKind.ASYNC);
    }

    /** What the run was to be judged by. */
    public RunPlan plan() {
        return RunPlan.of(bound)
                .withMinRecords(50)
                .withMinHits(1)
                .withStuckAfter(Duration.ofSeconds(3))
                .withStatusGrace(Duration.ofMillis(5));
    }

    /** Whether everything was committed before the end. */
    boolean isDrained() {
        return drained;
    }

    /** Runs it to its end, once. */
    public Witnesses run() {
        start();
        start();
        SimFaults faults = new SimFaults(world, this);
        for (step = 0; step < STEPS; step++) {
            if (world.chance(0.03)) {
                world.append();
            }
            if (world.chance(FAULT)) {
                faults.strike();
            }
            turn();
        }
        faults.heal();
        world.calm = true;
        for (int i = 0; i < MOST_CALM_STEPS && !world.isDrained(); i++, step++) {
            turn();
        }
        drained = world.isDrained();
        due.clear();
        processes.forEach(this::stop);
        world.observe(new JournalEvent.RunEnd(world.tick()));
        return world.witnesses();
    }

    private void turn() {
        Runnable waiting = due.remove(step);
        if (waiting != null) {
            waiting.run();
        }
        if (step % 40 == 0) {
            sampleStatus();
        }
        world.group().expire(world.tick());
        List<SimWorker> ready = workers();
        if (ready.isEmpty()) {
            world.pass(5_000_000);
            if (processes.stream().allMatch(process -> process.dead)) {
                start();
            }
            return;
        }
        SimWorker worker = ready.get(world.random().nextInt(ready.size()));
        guarded(worker, worker.loop::step);
    }

    /** Runs a step of a worker and what its end makes of it. */
    private void guarded(SimWorker worker, Runnable step) {
        try {
            step.run();
        } catch (SimKilled e) {
            killed(worker.process);
        } catch (SimDeath e) {
            worker.ended = true;
            worker.failed = true;
            worker.process.hadDeath = true;
            worker.client.closeAfterDeath(e.getMessage());
            later(30 + world.random().nextInt(200), () -> {
                if (!worker.process.dead) {
                    addWorker(worker.process, worker.number);
                }
            });
        }
    }

    private void killed(SimProcess process) {
        // What is on its way may come to the broker or not.
        if (world.chance(0.5)) {
            process.workers.forEach(worker -> worker.client.arrive());
        }
        process.dead = true;
        process.stopped = false;
        world.observe(new JournalEvent.Signal(world.tick(), process.name, Sign.KILL));
        later(1 + world.random().nextInt(300), this::start);
    }

    // what faults use

    List<SimWorker> workers() {
        List<SimWorker> ready = new ArrayList<>();
        for (SimProcess process : processes) {
            for (SimWorker worker : process.workers) {
                if (worker.canRun()) {
                    ready.add(worker);
                }
            }
        }
        return ready;
    }

    List<SimProcess> processes() {
        return processes;
    }

    void later(int steps, Runnable what) {
        int at = step + steps;
        while (due.containsKey(at)) {
            at++;
        }
        due.put(at, what);
    }

    void start() {
        long running = processes.stream().filter(process -> !process.dead).count();
        if (running >= 3) {
            return;
        }
        SimProcess process = new SimProcess("p" + ++started);
        processes.add(process);
        int workers = 1 + world.random().nextInt(2);
        for (int i = 0; i < workers; i++) {
            addWorker(process, i);
        }
    }

    private void addWorker(SimProcess process, int number) {
        String journal = process.name + "-w" + number + "-" + ++lives;
        SimClient client = new SimClient(world, process, number, world.journal(journal));
        EngineLoop loop = kind.loop(client, world);
        client.use(loop);
        process.workers.removeIf(worker -> worker.number == number);
        process.workers.add(new SimWorker(process, number, client, loop));
    }

    /** SIGTERM, and the process ends as it should. */
    void stop(SimProcess process) {
        if (process.dead) {
            return;
        }
        world.observe(new JournalEvent.Signal(world.tick(), process.name, Sign.TERM));
        process.killIn = -1;
        Map<String, Long> counters = new TreeMap<>();
        for (SimWorker worker : List.copyOf(process.workers)) {
            if (!worker.ended) {
                guarded(worker, () -> {
                    worker.loop.finish();
                    worker.client.closeAfterStop();
                    worker.ended = true;
                });
            }
            worker.client.counters.forEach((name, value) -> counters.merge(name, value, Long::sum));
        }
        process.dead = true;
        if (!process.hadDeath) {
            world.observe(new JournalEvent.Counters(world.tick(), process.name, counters));
        }
    }

    private void sampleStatus() {
        for (SimProcess process : processes) {
            if (process.canRun()) {
                for (SimWorker worker : process.workers) {
                    String state = worker.loop.status(worker.failed);
                    world.observe(new JournalEvent.Status(world.tick(), process.name, worker.number, state));
                }
            }
        }
    }
}

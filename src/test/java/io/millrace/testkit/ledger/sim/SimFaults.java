package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalEvent.Sign;
import java.util.List;
import java.util.Random;

/** What is done to a simulation while it runs: one thing at a time, drawn by chance. One thread. */
final class SimFaults {
    private final SimWorld world;
    private final Simulation simulation;
    private final Random random;

    SimFaults(SimWorld world, Simulation simulation) {
        this.world = world;
        this.simulation = simulation;
        this.random = world.random();
    }

    void strike() {
        int draw = random.nextInt(100);
        if (draw < 18) {
            kill();
        } else if (draw < 28) {
            freeze();
        } else if (draw < 38) {
            any(simulation.processes().stream().filter(SimProcess::canRun).toList(), this::stopAndReplace);
        } else if (draw < 52) {
            simulation.start();
        } else if (draw < 70) {
            world.group().shuffle();
        } else if (draw < 78) {
            commitsGoAstray();
        } else if (draw < 85) {
            world.deathDue = true;
        } else if (draw < 90) {
            any(world.logs(), log -> log.compact(random));
        } else if (draw < 93) {
            any(world.logs(), this::delete);
        } else if (draw < 97) {
            operatorSeek();
        } else if (simulation.plan().bound().commits()) {
            operatorReset();
        } else {
            freeze();
        }
    }

    private void kill() {
        any(simulation.processes().stream().filter(SimProcess::canRun).toList(), process -> {
            process.killIn = random.nextInt(25);
            world.observe(new JournalEvent.Hit(world.tick(), "kill of " + process.name));
        });
    }

    private void freeze() {
        any(simulation.processes().stream().filter(SimProcess::canRun).toList(), process -> {
            world.observe(new JournalEvent.Signal(world.tick(), process.name, Sign.STOP));
            process.stopped = true;
            if (world.chance(0.5)) {
                process.workers.forEach(worker -> worker.client.arrive());
            }
            simulation.later(50 + random.nextInt(900), () -> thaw(process));
        });
    }

    private void thaw(SimProcess process) {
        if (process.stopped && !process.dead) {
            world.observe(new JournalEvent.Signal(world.tick(), process.name, Sign.CONT));
            process.stopped = false;
        }
    }

    private void stopAndReplace(SimProcess process) {
        simulation.stop(process);
        simulation.later(1 + random.nextInt(100), simulation::start);
    }

    private void commitsGoAstray() {
        world.commitsOut = true;
        simulation.later(100 + random.nextInt(500), () -> world.commitsOut = false);
    }

    private void delete(SimLog log) {
        if (log.end() > 10) {
            log.deleteBelow(log.start() + random.nextInt((int) (log.end() - log.start())));
        }
    }

    private void operatorSeek() {
        any(
                simulation.workers(),
                worker -> any(world.logs(), log -> {
                    boolean isFree = !worker.loop.hasRecordInHand() && worker.client.owns(log.name());
                    if (isFree && world.group().knows(worker.client)) {
                        worker.loop.operatorSeek(log.name(), anywhere(log));
                    }
                }));
    }

    /** Everybody stops, the group's offset is set, and all begins again. */
    private void operatorReset() {
        for (SimProcess process : List.copyOf(simulation.processes())) {
            thaw(process);
            simulation.stop(process);
        }
        if (!world.group().isEmpty()) {
            // Those that were killed before are members until their session is over.
            world.pass(2 * SimWorld.SESSION_NANOS);
            world.group().expire(world.tick());
        }
        any(world.logs(), log -> {
            long to = anywhere(log);
            world.observe(new JournalEvent.OperatorReset(world.tick(), log.name(), to));
            world.group().commit(world.tick(), java.util.Map.of(log.name(), to));
        });
        simulation.start();
    }

    private long anywhere(SimLog log) {
        return log.start() + (log.end() == log.start() ? 0 : random.nextInt((int) (log.end() - log.start())));
    }

    /** All is well from here on. */
    void heal() {
        world.commitsOut = false;
        world.deathDue = false;
        simulation.processes().forEach(this::thaw);
        simulation.processes().forEach(process -> process.killIn = -1);
    }

    private <T> void any(List<T> of, java.util.function.Consumer<T> what) {
        if (!of.isEmpty()) {
            what.accept(of.get(random.nextInt(of.size())));
        }
    }
}

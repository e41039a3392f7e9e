package io.millrace.testkit.ledger;

import java.time.Duration;
import java.util.Random;

/**
 * Journals of an engine whose client commits by a timer of its own, or never: one worker after the other, until all is
 * handled. Workers are killed or stop. One anomaly may be planted. For tests; one thread, once.
 */
final class TimerRuns {
    /** What is wrong, in one place of the run. */
    enum Plant {
        NOTHING,
        /** A record is handled a second time in one ownership. */
        REPEATS,
        /** A worker's timer never fires. */
        FORGETS,
        /** A commit says more than the polls before have returned. */
        RUNS_AHEAD,
        /** There is a commit although there must be none. */
        COMMITS
    }

    static final int POLL = 10;
    private static final long RECORDS = 600;
    private static final long EVERY = 60;
    private static final long SLACK = 40;

    private final Scene scene = new Scene();
    private final Random random;
    private final Plant plant;
    private final boolean isNone;
    private long committed;
    private long high;
    private int plantIn;
    private boolean isPlanted;
    private int lives;

    TimerRuns(long seed, Plant plant, boolean isNone) {
        this.random = new Random(seed);
        this.plant = plant;
        this.isNone = isNone;
        this.plantIn = random.nextInt(3);
        scene.log.partition(Scene.P0, 0, RECORDS).add(LogWitness.Content.VISIBLE, 0, RECORDS);
    }

    boolean isPlanted() {
        return isPlanted;
    }

    Report judge() {
        while (high < RECORDS) {
            live();
        }
        return scene.judge(RunPlan.of(
                isNone
                        ? DeliveryBound.none()
                        : DeliveryBound.auto(POLL, Duration.ofNanos(EVERY), Duration.ofNanos(SLACK))));
    }

    private boolean plants(Plant what) {
        boolean is = plant == what && !isPlanted && plantIn-- <= 0;
        isPlanted |= is;
        return is;
    }

    private void live() {
        Scene.Worker worker = scene.worker("p" + ++lives);
        long at = committed;
        if (isNone) {
            worker.assigned(Scene.P0, JournalEvent.NONE).resets(Scene.P0, 0, JournalEvent.Reset.NO_OFFSET);
        } else {
            worker.assigned(Scene.P0, committed);
        }
        long polls = 4 + random.nextInt(20);
        boolean forgets = high + (polls + 12) * POLL < RECORDS && plants(Plant.FORGETS);
        // Who begins at the beginning each time must come further each time.
        polls += forgets ? 12 : isNone ? lives * 10L : 0;
        long due = scene.tick() + EVERY;
        for (long i = 0; (i < polls || at < committed) && at < RECORDS; i++) {
            if (!isNone && !forgets && scene.tick() >= due) {
                commit(plants(Plant.RUNS_AHEAD) ? Math.min(RECORDS, at + POLL) : at);
                due = scene.tick() + EVERY;
            }
            long to = Math.min(RECORDS, at + 1 + random.nextInt(POLL));
            worker.handles(Scene.P0, at, to);
            at = to;
            high = Math.max(high, at);
            if (plants(Plant.REPEATS)) {
                worker.handles(Scene.P0, at - 1, at);
            }
        }
        if (isNone && plants(Plant.COMMITS)) {
            scene.history.commit(scene.tick(), Scene.P0, at, "");
        }
        ends(worker, at, forgets);
    }

    private void ends(Scene.Worker worker, long at, boolean forgets) {
        if (high < RECORDS && (forgets || random.nextBoolean())) {
            worker.killed();
            return;
        }
        if (!isNone) {
            commit(at);
        }
        worker.revoked(Scene.P0).stops();
    }

    private void commit(long offset) {
        if (offset > committed) {
            scene.history.commit(scene.tick(), Scene.P0, offset, "");
            committed = offset;
        }
    }
}

package io.millrace.testkit.loops.real;

import io.millrace.testkit.loops.EngineLoop;
import io.millrace.testkit.witness.CutOff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/**
 * A named group of workers that is hurt as one, as a process is: killed, frozen, stopped. Its workers pass points at
 * which that may strike. Any thread.
 */
final class LoopProcess {
    static final String COMMIT_FAILED = "commit-failed";

    /** What an operator asks for: whoever owns the partition does it. */
    static final class Move {
        final TopicPartition partition;
        final long to;
        private boolean taken;

        Move(TopicPartition partition, long to) {
            this.partition = partition;
            this.to = to;
        }

        /** Whether the caller is the first who wants to do it. */
        synchronized boolean take() {
            boolean isFirst = !taken;
            taken = true;
            return isFirst;
        }

        synchronized boolean isTaken() {
            return taken;
        }
    }

    private final String name;
    private final AtomicLong epochs = new AtomicLong();
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong failedCommits = new AtomicLong();
    private final Map<String, Long> counters = new TreeMap<>();
    private final List<LoopWorker> workers = new ArrayList<>();
    private volatile Move move;
    private boolean dead;
    private boolean frozen;
    private boolean stopping;
    private boolean deathDue;
    private int killIn = -1;

    LoopProcess(String name) {
        this.name = name;
        for (String counter : List.of("ok", "failed", "committed", COMMIT_FAILED, "assigned", "revoked", "lost")) {
            counters.put(counter, 0L);
        }
    }

    String name() {
        return name;
    }

    AtomicLong epochs() {
        return epochs;
    }

    // what its workers call

    /**
     * A point at which it may be frozen or killed.
     *
     * @throws CutOff if it is dead
     */
    synchronized void point() {
        while (frozen && !dead) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a worker", e);
            }
        }
        if (killIn >= 0 && killIn-- == 0) {
            die();
        }
        if (dead) {
            throw new CutOff();
        }
    }

    private void die() {
        dead = true;
        notifyAll();
        workers.forEach(LoopWorker::cut);
    }

    /** A point at which a worker may die of its handler. */
    synchronized void maybeDie() {
        if (deathDue) {
            deathDue = false;
            throw new LoopDeath();
        }
    }

    void count(String counter, long more) {
        synchronized (counters) {
            counters.merge(counter, more, Long::sum);
        }
        if (counter.equals("ok") || counter.equals("failed")) {
            handled.addAndGet(more);
        } else if (counter.equals(COMMIT_FAILED)) {
            failedCommits.addAndGet(more);
        }
    }

    synchronized boolean isDead() {
        return dead;
    }

    synchronized boolean isStopping() {
        return stopping;
    }

    /** Does what an operator has asked for, if it is this worker's. */
    void operate(EngineLoop loop, RealClient client) {
        Move of = move;
        if (of != null && !loop.hasRecordInHand() && client.owns(of.partition) && of.take()) {
            loop.operatorSeek(of.partition, of.to);
        }
    }

    // what the round calls

    synchronized void add(LoopWorker worker) {
        workers.add(worker);
    }

    synchronized List<LoopWorker> workers() {
        return List.copyOf(workers);
    }

    /** How often a call of its handler has ended. */
    long handled() {
        return handled.get();
    }

    long failedCommits() {
        return failedCommits.get();
    }

    Map<String, Long> counters() {
        synchronized (counters) {
            return Map.copyOf(counters);
        }
    }

    /** It dies after so many points. */
    synchronized void killAfter(int points) {
        killIn = points;
    }

    /** It dies now. */
    synchronized void kill() {
        if (!dead) {
            die();
        }
    }

    synchronized void freeze() {
        frozen = true;
    }

    synchronized void thaw() {
        frozen = false;
        notifyAll();
    }

    synchronized void stop() {
        stopping = true;
    }

    /** The next record that is begun kills its worker. */
    synchronized void letDie(boolean due) {
        deathDue = due;
    }

    void operate(Move of) {
        move = of;
    }

    synchronized boolean hasEnded() {
        return workers.stream().noneMatch(LoopWorker::isAlive);
    }

    /** Whether one of its workers has died of its handler. */
    synchronized boolean hadDeath() {
        return workers.stream().anyMatch(LoopWorker::hasDied);
    }
}

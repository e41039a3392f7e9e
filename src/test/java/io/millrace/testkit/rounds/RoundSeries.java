package io.millrace.testkit.rounds;

import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.proxy.ProxiedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * So many rounds of a scenario, one seed after the other, some at a time. One that proves nothing is replaced. For one
 * thread, which waits while others work.
 */
final class RoundSeries {
    /** What is run, and where. */
    record Plan(
            ProxiedBroker broker,
            Scenario scenario,
            Variant.Mode mode,
            Variant.Protocol protocol,
            boolean isLean,
            Path folder) {
        private Variant variant(long seed) {
            return Variant.of(seed).with(mode, protocol);
        }

        private RoundResult run(long seed) {
            Round round = isLean
                    ? Round.lean(broker, scenario, variant(seed), seed, folder)
                    : new Round(broker, scenario, variant(seed), seed, folder);
            return round.run();
        }
    }

    /** So many rounds may prove nothing, for each that shall. */
    private static final int MOST_VOIDS = 3;

    private final Plan plan;
    private final int rounds;
    private final Consumer<RoundResult> report;
    private long next;
    private int tried;
    private int running;
    private int counted;

    /** @param report is told of each round, of one at a time */
    RoundSeries(Plan plan, long first, int rounds, Consumer<RoundResult> report) {
        this.plan = plan;
        this.next = first;
        this.rounds = rounds;
        this.report = report;
    }

    /** Runs them, at most so many at a time; whether enough have counted. */
    boolean run(int jobs) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < (plan.scenario.isAlone() ? 1 : jobs); i++) {
            Thread thread = new Thread(this::work, "soak-rounds-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while rounds were run", e);
        }
        return counted == rounds;
    }

    private void work() {
        for (Long seed = take(); seed != null; seed = take()) {
            done(plan.run(seed));
        }
    }

    /** The next round's seed; null: there is none to run. */
    private synchronized Long take() {
        try {
            // Whether one that is running must be replaced is known when it is over.
            while (counted + running >= rounds && running > 0) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        if (counted + running >= rounds || tried >= rounds * (1 + MOST_VOIDS)) {
            return null;
        }
        while (!plan.scenario.suits(plan.variant(next).mode())) {
            next++;
        }
        tried++;
        running++;
        return next++;
    }

    private synchronized void done(RoundResult result) {
        running--;
        counted += result.outcome() == RoundFindings.Outcome.VOID ? 0 : 1;
        report.accept(result);
        notifyAll();
    }
}

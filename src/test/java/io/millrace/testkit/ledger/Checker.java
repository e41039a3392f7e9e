package io.millrace.testkit.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Joins what was witnessed of a run and judges it. Journals are streamed in the order of time; what is kept grows with
 * partitions and ownerships, and by a bit for each record. One thread.
 *
 * <pre>{@code
 * Report report = new Checker(RunPlan.of(DeliveryBound.syncPoll(500)).withMinRecords(20_000)).check(folder);
 * assertThat(report.fatal()).as(report.toString()).isEmpty();
 * }</pre>
 */
public final class Checker {
    private final RunPlan plan;
    private final List<Supplier<Rule>> more = new ArrayList<>();

    public Checker(RunPlan plan) {
        this.plan = plan;
    }

    /** Judges by this rule too, made anew for each run. */
    public Checker with(Supplier<Rule> rule) {
        more.add(rule);
        return this;
    }

    /** Judges a folder; a witness that is missing or broken makes the run void. */
    public Report check(Path folder) {
        Witnesses witnesses;
        try {
            witnesses = Witnesses.read(folder);
        } catch (BrokenWitnessException e) {
            return Report.unreadable(e.getMessage());
        }
        return check(witnesses);
    }

    public Report check(Witnesses witnesses) {
        VerdictSink sink = new VerdictSink();
        RepeatRule repeats = new RepeatRule();
        Facts facts = new Facts(plan, witnesses, sink, rules(repeats));
        facts.begin();
        long lines = replay(facts, witnesses, sink);
        facts.end();
        return new Report(sink, facts, repeats, lines);
    }

    private List<Rule> rules(RepeatRule repeats) {
        List<Rule> rules = new ArrayList<>(List.of(
                new LossRule(),
                new CommitAheadRule(),
                repeats,
                new RegressionRule(),
                new OrderRule(),
                new OwnershipRule(),
                new PhantomRule(),
                new DropRule(),
                new StuckRule(),
                new GreenRule(),
                new CountRule(),
                new VoidRule()));
        more.forEach(rule -> rules.add(rule.get()));
        return rules;
    }

    private static long replay(Facts facts, Witnesses witnesses, VerdictSink sink) {
        long skew = witnesses.commits().skewNanos();
        Iterator<CommitHistory.Commit> history = witnesses.commits().commits().iterator();
        CommitHistory.Commit next = history.hasNext() ? history.next() : null;
        try (Merge merge = new Merge(sink)) {
            for (JournalSource source : witnesses.journals()) {
                WorkerTrack worker = new WorkerTrack(source.name());
                facts.add(worker);
                merge.add(worker, source.open());
            }
            while (merge.next()) {
                while (next != null && next.time() + skew < merge.time()) {
                    facts.accepted(next);
                    next = history.hasNext() ? history.next() : null;
                }
                facts.event(merge.worker(), merge.event(), merge.time());
            }
            while (next != null) {
                facts.accepted(next);
                next = history.hasNext() ? history.next() : null;
            }
            return merge.lines();
        }
    }
}

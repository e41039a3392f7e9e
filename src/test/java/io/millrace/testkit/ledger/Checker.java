package io.millrace.testkit.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
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

    /** The commit history and what was seen of it, told in the order of time. */
    private static final class Commits {
        private final Facts facts;
        private final CommitHistory history;
        private int accepted;
        private int sampled;

        Commits(Facts facts, CommitHistory history) {
            this.facts = facts;
            this.history = history;
        }

        void tellBefore(long time) {
            List<CommitHistory.Commit> commits = history.commits();
            while (accepted < commits.size() && commits.get(accepted).time() + history.skewNanos() < time) {
                facts.accepted(commits.get(accepted++));
            }
            List<CommitHistory.Sample> samples = history.samples();
            while (sampled < samples.size() && samples.get(sampled).time() < time) {
                facts.sampled(samples.get(sampled++));
            }
        }
    }

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
        // What the mode allows is counted before it is asked whether enough has happened.
        List<Rule> rules = new ArrayList<>(ofMode(plan.bound()));
        rules.addAll(List.of(
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

    private static List<Rule> ofMode(DeliveryBound bound) {
        if (bound.isAtMostOnce()) {
            return List.of(new AtMostOnceRule(), new SampleRule());
        }
        if (!bound.commits()) {
            return List.of(new LossRule(), new NoCommitRule());
        }
        List<Rule> rules = new ArrayList<>(List.of(new LossRule(), new CommitAheadRule(), new SampleRule()));
        if (!bound.fresh().isZero()) {
            rules.add(new FreshRule());
        }
        return rules;
    }

    private static long replay(Facts facts, Witnesses witnesses, VerdictSink sink) {
        Commits commits = new Commits(facts, witnesses.commits());
        try (Merge merge = new Merge(sink)) {
            for (JournalSource source : witnesses.journals()) {
                WorkerTrack worker = new WorkerTrack(source.name());
                facts.add(worker);
                merge.add(worker, source.open());
            }
            while (merge.next()) {
                commits.tellBefore(merge.time());
                facts.event(merge.worker(), merge.event(), merge.time());
            }
            commits.tellBefore(Long.MAX_VALUE);
            return merge.lines();
        }
    }
}

package io.millrace.testkit.ledger;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * V15: what a process said it had counted is what its journals hold. Judged only where every worker of the process has
 * stopped as it should. The names: {@code begun}, the outcomes ({@code ok}, {@code failed}, {@code retry}, {@code
 * dead-lettered}, {@code skipped}, {@code filtered}), {@code committed} and {@code commit-failed} (not confirmed,
 * whatever the answer) as numbers of commits, {@code assigned}, {@code revoked} and {@code lost} as numbers of
 * partitions. A process need not tell all of them.
 */
final class CountRule extends Rule {
    private static final class Tally {
        final long[] outcomes = new long[Outcome.values().length];
        final Map<Span.Ending, Long> endings = new HashMap<>();
        long begun;
        long committed;
        long commitFailed;
        long assigned;
        Map<String, Long> told;
    }

    private final Map<String, Tally> processes = new TreeMap<>();
    private final Set<String> unclean = new HashSet<>();
    private Facts facts;
    private Tally recent;
    private String recentName;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void began(Span span, long time, long from, long to, int attempt) {
        tally(span.worker()).begun += to - from;
    }

    @Override
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {
        tally(span.worker()).outcomes[outcome.ordinal()] += to - from;
    }

    @Override
    protected void assigned(Span span) {
        tally(span.worker()).assigned++;
    }

    @Override
    protected void released(Span span) {
        tally(span.worker()).endings.merge(span.ending(), 1L, Long::sum);
    }

    @Override
    protected void answered(WorkerTrack worker, JournalEvent.CommitTry tried, JournalEvent.CommitAnswer answer) {
        if (answer.answer() == JournalEvent.Answer.OK) {
            tally(worker).committed++;
        } else {
            tally(worker).commitFailed++;
        }
    }

    @Override
    protected void observed(JournalEvent.Observed event) {
        if (event instanceof JournalEvent.Counters counters) {
            tally(counters.process()).told = counters.values();
        }
    }

    @Override
    protected void end() {
        for (WorkerTrack worker : facts.workers()) {
            if (worker.isEngine && !worker.isStopped()) {
                unclean.add(worker.process());
            }
        }
        processes.forEach((name, tally) -> {
            if (tally.told != null && !unclean.contains(name)) {
                tally.told.forEach((counter, value) -> judge(name, counter, value, tally));
            }
        });
    }

    private void judge(String process, String counter, long told, Tally tally) {
        Long held = held(counter, tally);
        if (held == null) {
            facts.sink().add(VerdictKind.V16, Severity.VOID, process + " counts " + counter + ", which is no counter");
        } else if (held != told) {
            facts.sink()
                    .add(
                            VerdictKind.V15,
                            Severity.FATAL,
                            process + " counted " + counter + "=" + told + ", its journals hold " + held);
        }
    }

    private static Long held(String counter, Tally tally) {
        for (Outcome outcome : Outcome.values()) {
            if (outcome.text().equals(counter)) {
                return tally.outcomes[outcome.ordinal()];
            }
        }
        return switch (counter) {
            case "begun" -> tally.begun;
            case "committed" -> tally.committed;
            case "commit-failed" -> tally.commitFailed;
            case "assigned" -> tally.assigned;
            case "revoked" -> tally.endings.getOrDefault(Span.Ending.REVOKED, 0L);
            case "lost" -> tally.endings.getOrDefault(Span.Ending.LOST, 0L);
            default -> null;
        };
    }

    private Tally tally(WorkerTrack worker) {
        return tally(worker.process());
    }

    private Tally tally(String process) {
        if (!process.equals(recentName)) {
            recent = processes.computeIfAbsent(process, ignored -> new Tally());
            recentName = process;
        }
        return recent;
    }
}

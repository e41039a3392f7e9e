package io.millrace.testkit.ledger;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the checker has to say of a run. Immutable; any thread. */
public final class Report {
    private final List<Verdict> verdicts;
    private final Map<VerdictKind, Long> fatalRecords;
    private final long lines;
    private final long finished;
    private final long repeated;
    private final long breaks;
    private final long largestBreak;
    private final long lost;
    private final int ownerships;

    Report(VerdictSink sink, Facts facts, RepeatRule repeats, long lines) {
        this.verdicts = List.copyOf(sink.verdicts());
        this.fatalRecords = new EnumMap<>(VerdictKind.class);
        this.fatalRecords.putAll(sink.fatal());
        this.lines = lines;
        this.finished = facts == null
                ? 0
                : facts.partitions().stream()
                        .mapToLong(partition -> partition.finished().size())
                        .sum();
        this.ownerships = facts == null ? 0 : facts.spans().size();
        this.repeated = repeats.repeated();
        this.breaks = repeats.breaks();
        this.largestBreak = repeats.largestBreak();
        this.lost = sink.counted(VerdictKind.V1);
    }

    static Report unreadable(String why) {
        VerdictSink sink = new VerdictSink();
        sink.add(VerdictKind.V16, Severity.VOID, why);
        return new Report(sink, null, new RepeatRule(), 0);
    }

    /** All that was found, at most so many of a kind. */
    public List<Verdict> verdicts() {
        return verdicts;
    }

    /** Those that break the promise. */
    public List<Verdict> fatal() {
        return of(Severity.FATAL);
    }

    /** Why the run does not count; empty: it does. */
    public List<Verdict> voids() {
        return of(Severity.VOID);
    }

    /** What the mode allows, and happened. */
    public List<Verdict> counted() {
        return of(Severity.COUNTED);
    }

    /** Whether the run counts and the promise was kept. */
    public boolean isClean() {
        return fatal().isEmpty() && voids().isEmpty();
    }

    /** The kinds of the fatal verdicts, and V16 if the run is void. */
    public Set<VerdictKind> kinds() {
        Set<VerdictKind> kinds = new TreeSet<>(fatalRecords.keySet());
        voids().forEach(verdict -> kinds.add(verdict.kind()));
        return kinds;
    }

    /** How many events the journals held. */
    public long lines() {
        return lines;
    }

    /** How many different records were finished. */
    public long finished() {
        return finished;
    }

    /** How many records were finished again, with an explanation. */
    public long repeated() {
        return repeated;
    }

    /** How many breaks let something be repeated. */
    public long breaks() {
        return breaks;
    }

    /** How many records the worst of them let be repeated: to be held against the bound. */
    public long largestBreak() {
        return largestBreak;
    }

    /** How many records were lost where the mode allows it. */
    public long lost() {
        return lost;
    }

    private List<Verdict> of(Severity severity) {
        return verdicts.stream()
                .filter(verdict -> verdict.severity() == severity)
                .toList();
    }

    /** One line for a round. */
    public String summary() {
        String judgement = !voids().isEmpty() ? "void" : fatalRecords.isEmpty() ? "clean" : "fatal " + fatalRecords;
        return judgement + ": " + lines + " lines, " + ownerships + " ownerships, " + finished + " records finished, "
                + repeated + " repeated and " + lost + " lost with reason, " + breaks + " breaks, the largest of "
                + largestBreak;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(summary());
        for (Severity severity : List.of(Severity.VOID, Severity.FATAL, Severity.COUNTED)) {
            of(severity).forEach(verdict -> text.append("\n  ").append(verdict));
        }
        return text.toString();
    }
}

package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Where rules tell what they find. Neighbours that differ in nothing but their offsets become one verdict, and of one
 * kind and severity only so many are kept; the numbers of records count all. One thread.
 */
public final class VerdictSink {
    private static final int MOST_OF_A_KIND = 200;

    private record Key(VerdictKind kind, Severity severity) {}

    private final List<Verdict> verdicts = new ArrayList<>();
    private final Map<Key, Integer> kept = new HashMap<>();
    private final Map<VerdictKind, Long> fatal = new EnumMap<>(VerdictKind.class);
    private final Map<VerdictKind, Long> counted = new EnumMap<>(VerdictKind.class);

    /** A finding about offsets of a partition. */
    public void add(
            VerdictKind kind,
            Severity severity,
            TopicPartition partition,
            long from,
            long to,
            long records,
            String text,
            Span... spans) {
        if (severity == Severity.FATAL) {
            fatal.merge(kind, Math.max(1, records), Long::sum);
        } else if (severity == Severity.COUNTED) {
            counted.merge(kind, records, Long::sum);
        }
        List<String> names = Arrays.stream(spans).map(Span::toString).toList();
        Verdict verdict = new Verdict(kind, severity, partition, from, to, records, names, text);
        if (!verdicts.isEmpty() && from >= 0) {
            int last = verdicts.size() - 1;
            Verdict before = verdicts.get(last);
            if (isNeighbour(before, verdict)) {
                verdicts.set(
                        last,
                        new Verdict(
                                kind, severity, partition, before.from(), to, before.records() + records, names, text));
                return;
            }
        }
        if (kept.merge(new Key(kind, severity), 1, Integer::sum) <= MOST_OF_A_KIND) {
            verdicts.add(verdict);
        }
    }

    /** A finding that is not about offsets. */
    public void add(VerdictKind kind, Severity severity, String text) {
        add(kind, severity, null, -1, -1, 0, text);
    }

    private static boolean isNeighbour(Verdict a, Verdict b) {
        return a.kind() == b.kind()
                && a.severity() == b.severity()
                && a.to() == b.from()
                && a.partition() != null
                && a.partition().equals(b.partition())
                && a.spans().equals(b.spans())
                && a.text().equals(b.text());
    }

    List<Verdict> verdicts() {
        return verdicts;
    }

    /** How many records verdicts of this kind are about that the mode allows. */
    long counted(VerdictKind kind) {
        return counted.getOrDefault(kind, 0L);
    }

    /** Of each kind, how many records fatal verdicts are about, those that were not kept too. */
    Map<VerdictKind, Long> fatal() {
        return fatal;
    }
}

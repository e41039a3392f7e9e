package io.millrace.testkit.ledger;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * V9: nobody handles records of a partition after a later ownership of it was assigned, or after its own end. Who was
 * lost, stopped by a signal, or died before the next poll could not know: that is a zombie, which is counted, and whose
 * effects a rule of the sink (V12) must find fenced.
 *
 * <p>The zombie may be the later one: a process that was stopped may be told of an assignment when others have the
 * partition already. One that gives it up again without a record begun was none that counts.
 */
final class OwnershipRule extends Rule {
    private static final class Late {
        long from;
        long to;
        long records;
        /** Those that were assigned by then. */
        final Set<Span> laterOnes = new LinkedHashSet<>();
    }

    private final Map<Span, Late> late = new LinkedHashMap<>();
    private final Set<Span> begun = new HashSet<>();
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void began(Span span, long time, long from, long to, int attempt) {
        begun.add(span);
        if (!span.isOpen()) {
            facts.sink()
                    .add(
                            VerdictKind.V9,
                            Severity.FATAL,
                            span.partition().name(),
                            from,
                            to,
                            to - from,
                            "begun after this ownership had ended: " + span.ending(),
                            span);
        } else if (span.isSuperseded()) {
            note(span, from, to, to - from);
        }
    }

    @Override
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {
        // Begun in its own right, and the next owner has begun before it ended.
        if (span.isSuperseded() && span.partition().latest().highest >= 0 && !late.containsKey(span)) {
            note(span, from, to, to - from);
        }
    }

    private void note(Span span, long from, long to, long records) {
        Late of = late.computeIfAbsent(span, ignored -> new Late());
        if (of.records == 0) {
            of.from = from;
        }
        of.to = Math.max(of.to, to);
        of.records += records;
        for (Span later = span.partition().latest(); later != span; later = later.previous()) {
            of.laterOnes.add(later);
        }
    }

    @Override
    protected void end() {
        late.forEach((span, of) -> {
            boolean isTold = facts.isZombie(span);
            of.laterOnes.removeIf(later -> !isTold && !begun.contains(later));
            if (of.laterOnes.isEmpty()) {
                return;
            }
            boolean zombie = isTold || of.laterOnes.stream().allMatch(later -> facts.isToldLate(later, span));
            Span next = next(span);
            facts.sink()
                    .add(
                            VerdictKind.V9,
                            zombie ? Severity.COUNTED : Severity.FATAL,
                            span.partition().name(),
                            of.from,
                            of.to,
                            of.records,
                            zombie
                                    ? (isTold ? "a zombie handled on: " : "taken over by a zombie: ") + span.breakText()
                                    : "both handled at once, and the earlier one was neither lost nor stopped: "
                                            + span.breakText(),
                            span,
                            next);
        });
    }

    private static Span next(Span span) {
        Span next = span.partition().latest();
        while (next.previous() != span) {
            next = next.previous();
        }
        return next;
    }
}

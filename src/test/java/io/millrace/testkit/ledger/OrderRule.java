package io.millrace.testkit.ledger;

/**
 * V6, V7, V8: inside one ownership the records come as the log holds them, from what was committed on. The next record
 * to begin is the first one due that has no terminal outcome here, so trying a record again before the next one starts
 * is right, and giving records back is no event at all. An engine's own seeks change nothing of it; a legal move does.
 */
final class OrderRule extends Rule {
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void assigned(Span span) {
        long fetched = span.fetched();
        long start = span.start();
        if (fetched < 0 || start == fetched) {
            return;
        }
        if (start > fetched) {
            skipped(span, fetched, start, "started at " + start + " although " + fetched + " was committed");
        } else if (span.partition().log().possible().count(start, fetched) > 0) {
            rewound(span, start, fetched, "started at " + start + " although " + fetched + " was committed");
        }
    }

    @Override
    protected void began(Span span, long time, long from, long to, int attempt) {
        if (from > span.expected) {
            skipped(span, span.expected, from, "the next record begun lies above");
            return;
        }
        if (from == span.expected) {
            return;
        }
        if (from <= span.highest) {
            facts.sink()
                    .add(
                            VerdictKind.V6,
                            Severity.FATAL,
                            span.partition().name(),
                            from,
                            to,
                            to - from,
                            "begun after a higher or the same one was done in this ownership",
                            span);
        }
        if (from < Math.max(span.floor, span.partition().confirmed()) || span.highest < 0) {
            rewound(span, from, to, "begun although more was committed, or below where the ownership began");
        }
    }

    private void skipped(Span span, long from, long to, String why) {
        PartitionTrack partition = span.partition();
        partition
                .log()
                .due()
                .forEachMissing(
                        null,
                        partition.excused(),
                        from,
                        to,
                        (a, b) -> facts.sink()
                                .add(VerdictKind.V7, Severity.FATAL, partition.name(), a, b, b - a, why, span));
    }

    private void rewound(Span span, long from, long to, String why) {
        facts.sink().add(VerdictKind.V8, Severity.FATAL, span.partition().name(), from, to, to - from, why, span);
    }
}

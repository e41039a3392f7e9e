package io.millrace.testkit.ledger;

/** V11: a record that was skipped or dead-lettered is named by the plan's {@link DropProof}. */
final class DropRule extends Rule {
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {
        if (outcome != Outcome.SKIPPED && outcome != Outcome.DEAD_LETTERED) {
            return;
        }
        for (long offset = from; offset < to; offset++) {
            if (!facts.plan().drops().proves(span.partition().name(), offset, outcome)) {
                facts.sink()
                        .add(
                                VerdictKind.V11,
                                Severity.FATAL,
                                span.partition().name(),
                                offset,
                                offset + 1,
                                1,
                                outcome.text() + ", and nothing proves that it was meant",
                                span);
            }
        }
    }
}

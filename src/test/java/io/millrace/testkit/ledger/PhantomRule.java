package io.millrace.testkit.ledger;

/**
 * V10: what was handled is a record of the log, whole, and not one of an aborted transaction where only committed ones
 * are read. What lies past the end that the log witness read is not known to be wrong: then that witness is incomplete.
 */
final class PhantomRule extends Rule {
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {
        LogWitness.Partition log = span.partition().log();
        if (log.possible().contains(from) && (to == from + 1 || log.possible().count(from, to) == to - from)) {
            return;
        }
        for (long offset = from; offset < to; offset++) {
            if (!log.possible().contains(offset)) {
                judge(span, log, offset);
            }
        }
    }

    private void judge(Span span, LogWitness.Partition log, long offset) {
        if (offset >= log.end()) {
            facts.sink()
                    .add(
                            VerdictKind.V16,
                            Severity.VOID,
                            log.name(),
                            offset,
                            offset + 1,
                            1,
                            "handled, but the log witness was read up to " + log.end() + " only",
                            span);
        } else if (!log.aborted().contains(offset)) {
            phantom(span, offset, "the log holds no such record");
        } else if (facts.witnesses().log().isReadCommitted()) {
            phantom(span, offset, "of an aborted transaction");
        }
    }

    @Override
    protected void corrupt(Span span, JournalEvent.Corrupt event) {
        phantom(span, event.offset(), event.why());
    }

    private void phantom(Span span, long offset, String why) {
        facts.sink().add(VerdictKind.V10, Severity.FATAL, span.partition().name(), offset, offset + 1, 1, why, span);
    }
}

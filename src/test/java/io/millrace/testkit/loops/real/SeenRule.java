package io.millrace.testkit.loops.real;

import io.millrace.testkit.ledger.Facts;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.PartitionTrack;
import io.millrace.testkit.ledger.Rule;
import io.millrace.testkit.ledger.Span;
import io.millrace.testkit.ledger.WorkerTrack;
import java.util.HashMap;
import java.util.Map;

/** Judges nothing: counts what a control must have seen to be one. For one run; one thread. */
final class SeenRule extends Rule {
    /** How the hits are told that this rule counts. */
    static final String ANSWER_LOST = "answer lost: ";

    /** What an ownership would begin next if there were no gaps. */
    private final Map<Span, Long> next = new HashMap<>();

    private Facts facts;
    private long lostAnswers;
    private long unknownCommits;
    private long markers;
    private long holes;
    private long rewinds;
    private long resets;
    private long lost;

    Seen seen() {
        return new Seen(lostAnswers, unknownCommits, markers, holes, rewinds, resets, lost);
    }

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void began(Span span, long time, long from, long to, int attempt) {
        Long before = next.put(span, to);
        if (before != null && before < from) {
            LogWitness.Partition log = span.partition().log();
            long gone = log.compacted().count(before, from);
            holes += gone;
            // The reader of the log calls whatever is not there the end of a transaction.
            markers += log.markers().count(before, from) - gone;
        }
    }

    @Override
    protected void moved(Span span, long to, boolean legal, boolean fresh) {
        next.put(span, to);
        if (legal && !fresh) {
            if (to < span.partition().finished().end()) {
                rewinds++;
            } else {
                resets++;
            }
        }
    }

    @Override
    protected void reset(PartitionTrack partition, long to) {
        if (to < partition.finished().end()) {
            rewinds++;
        }
    }

    @Override
    protected void answered(WorkerTrack worker, JournalEvent.CommitTry tried, JournalEvent.CommitAnswer answer) {
        if (answer.answer() == JournalEvent.Answer.UNKNOWN) {
            unknownCommits++;
        }
    }

    @Override
    protected void observed(JournalEvent.Observed event) {
        if (event instanceof JournalEvent.Hit hit && hit.what().startsWith(ANSWER_LOST)) {
            lostAnswers++;
        }
    }

    @Override
    protected void end() {
        lost = facts.spans().stream()
                .filter(span -> span.ending() == Span.Ending.LOST)
                .count();
    }
}

package io.millrace.testkit.ledger;

import java.util.HashMap;
import java.util.Map;

/**
 * V2 and V5 as an administrator sees them: what he is told was committed before he was told it, so all below it has
 * ended by then, but for a chunk where the mode commits before it handles; and it never goes down unless somebody moved
 * the group. A second look at what {@link CommitAheadRule} and {@link RegressionRule} judge, by times of the same clock
 * as the journals'.
 */
final class SampleRule extends Rule {
    private static final class State {
        long last = -1;
        long judged = -1;
    }

    private final Map<PartitionTrack, State> states = new HashMap<>();
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void moved(Span span, long to, boolean legal, boolean fresh) {
        if (legal) {
            forget(span.partition());
        }
    }

    @Override
    protected void reset(PartitionTrack partition, long to) {
        forget(partition);
    }

    /** What is told next may be anything: moves are judged where they are journaled. */
    private void forget(PartitionTrack partition) {
        states.remove(partition);
    }

    @Override
    protected void sampled(PartitionTrack partition, CommitHistory.Sample sample) {
        State state = states.computeIfAbsent(partition, ignored -> new State());
        if (sample.offset() < state.last) {
            facts.sink()
                    .add(
                            VerdictKind.V5,
                            Severity.FATAL,
                            partition.name(),
                            sample.offset(),
                            state.last,
                            partition.log().due().count(sample.offset(), state.last),
                            "an administrator was told " + state.last + " and then " + sample.offset());
        }
        state.last = sample.offset();
        if (facts.plan().bound().isAtMostOnce()) {
            judgeAhead(partition, sample.offset());
        } else {
            judgeOpen(partition, state, sample.offset());
        }
    }

    private void judgeOpen(PartitionTrack partition, State state, long offset) {
        long from = Math.max(state.judged, Math.max(partition.base(), 0));
        state.judged = Math.max(state.judged, offset);
        if (offset > from && partition.isOpen(from, offset)) {
            partition
                    .log()
                    .due()
                    .forEachMissing(
                            partition.finished(),
                            partition.excused(),
                            from,
                            offset,
                            (a, b) -> tell(partition, a, b, offset, "this had no terminal outcome then"));
        }
    }

    private void judgeAhead(PartitionTrack partition, long offset) {
        Span owner = partition.latest();
        if (owner == null || owner.expected < 0 || offset <= owner.expected) {
            return;
        }
        long ahead = partition.log().due().count(owner.expected, offset);
        if (ahead > facts.plan().bound().chunk()) {
            tell(partition, owner.expected, offset, offset, "this is more than a chunk that is not handled");
        }
    }

    private void tell(PartitionTrack partition, long from, long to, long told, String why) {
        facts.sink()
                .add(
                        VerdictKind.V2,
                        Severity.FATAL,
                        partition.name(),
                        from,
                        to,
                        partition.log().due().count(from, to),
                        "an administrator was told " + told + " and " + why);
    }
}

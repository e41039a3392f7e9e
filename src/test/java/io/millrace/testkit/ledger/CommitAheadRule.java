package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * V2: when a commit is sent, everything due below it has a terminal outcome. A commit in the history that no journal
 * sent, as a client's own automatic one, is judged at the time of the history instead.
 *
 * <p>Each stretch is judged once, by the first commit that passes it.
 */
final class CommitAheadRule extends Rule {
    private static final class State {
        final OffsetSet tried = new OffsetSet();
        long judged = -1;
    }

    private final List<State> states = new ArrayList<>();
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void tried(WorkerTrack worker, JournalEvent.CommitTry tried) {
        tried.offsets().forEach((name, offset) -> {
            PartitionTrack partition = facts.partition(name);
            State state = state(partition);
            state.tried.add(offset);
            judge(partition, state, offset, worker.latest(name), "commit " + tried.id() + " of " + worker);
        });
    }

    @Override
    protected void accepted(PartitionTrack partition, CommitHistory.Commit commit) {
        State state = state(partition);
        if (!state.tried.contains(commit.offset())) {
            judge(partition, state, commit.offset(), null, "a commit that no journal tells of");
        }
    }

    @Override
    protected void moved(Span span, long to, boolean legal, boolean fresh) {
        if (legal) {
            rewind(span.partition(), to);
        }
    }

    @Override
    protected void reset(PartitionTrack partition, long to) {
        rewind(partition, to);
        // The move itself shows up in the history, and no journal tried it.
        state(partition).tried.add(to);
    }

    private void rewind(PartitionTrack partition, long to) {
        if (to < partition.base()) {
            State state = state(partition);
            state.judged = Math.min(state.judged, to);
        }
    }

    private void judge(PartitionTrack partition, State state, long offset, Span span, String what) {
        long from = Math.max(state.judged, Math.max(partition.base(), 0));
        if (offset <= from) {
            return;
        }
        state.judged = offset;
        if (!partition.isOpen(from, offset)) {
            return;
        }
        Span[] spans = span == null ? new Span[0] : new Span[] {span};
        partition
                .log()
                .due()
                .forEachMissing(
                        partition.finished(),
                        partition.excused(),
                        from,
                        offset,
                        (a, b) -> facts.sink()
                                .add(
                                        VerdictKind.V2,
                                        Severity.FATAL,
                                        partition.name(),
                                        a,
                                        b,
                                        b - a,
                                        what + " says " + offset + " and this had no terminal outcome then",
                                        spans));
    }

    private State state(PartitionTrack partition) {
        while (states.size() <= partition.index()) {
            states.add(new State());
        }
        return states.get(partition.index());
    }
}

package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * V5: what the coordinator accepted never goes down, unless a move was journaled. An operator's reset pays for one step
 * down to where it says; a move inside an ownership, an operator's or a policy's because the position was not usable,
 * pays for one step down to there or above, while that ownership lasts.
 */
final class RegressionRule extends Rule {
    /** @param span in which the move was made, or null: from outside */
    private record Move(Span span, long to) {}

    private final List<List<Move>> moves = new ArrayList<>();
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void moved(Span span, long to, boolean legal, boolean fresh) {
        if (legal && !fresh) {
            moves(span.partition()).add(new Move(span, to));
        }
    }

    @Override
    protected void reset(PartitionTrack partition, long to) {
        moves(partition).add(new Move(null, to));
    }

    @Override
    protected void accepted(PartitionTrack partition, CommitHistory.Commit commit) {
        long before = partition.acceptedLast();
        if (commit.offset() >= before || isPaid(partition, commit)) {
            return;
        }
        Span owner = partition.latest();
        facts.sink()
                .add(
                        VerdictKind.V5,
                        Severity.FATAL,
                        partition.name(),
                        commit.offset(),
                        before,
                        partition.log().due().count(commit.offset(), before),
                        "the coordinator accepted " + before + " and then " + commit.offset(),
                        owner == null ? new Span[0] : new Span[] {owner});
    }

    private boolean isPaid(PartitionTrack partition, CommitHistory.Commit commit) {
        List<Move> of = moves(partition);
        for (int i = of.size() - 1; i >= 0; i--) {
            if (pays(of.get(i), commit)) {
                of.remove(i);
                return true;
            }
        }
        return false;
    }

    private static boolean pays(Move move, CommitHistory.Commit commit) {
        if (move.span == null) {
            return move.to == commit.offset();
        }
        Span next = move.span.successor();
        return move.to <= commit.offset() && (next == null || commit.time() <= next.assignedAt());
    }

    private List<Move> moves(PartitionTrack partition) {
        while (moves.size() <= partition.index()) {
            moves.add(new ArrayList<>());
        }
        return moves.get(partition.index());
    }
}

package io.millrace.testkit.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * V5: what the coordinator accepted never goes down, unless a move was journaled. An operator's reset pays for one step
 * down to where it says; a move inside an ownership, an operator's or a policy's because the position was not usable,
 * pays for one step down to there or above, while that ownership lasts.
 *
 * <p>Counted and not fatal is what the network alone has done: a commit that never was answered, and was asked for
 * before the higher one and not again, can wait at the broker while its connection is gone and the higher one comes by
 * a new one. Asked for again after the higher one it is the engine's own fault.
 */
final class RegressionRule extends Rule {
    /** @param span in which the move was made, or null: from outside */
    private record Move(Span span, long to) {}

    /** So many commits of a partition are remembered; later than that none arrives. */
    private static final int REMEMBERED = 64;

    private static final class Tried {
        final JournalEvent.CommitTry commit;
        final long offset;
        boolean isAnswered;

        Tried(JournalEvent.CommitTry commit, long offset) {
            this.commit = commit;
            this.offset = offset;
        }
    }

    private final List<List<Move>> moves = new ArrayList<>();
    private final Map<TopicPartition, Deque<Tried>> tries = new HashMap<>();
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
    protected void tried(WorkerTrack worker, JournalEvent.CommitTry commit) {
        commit.offsets().forEach((partition, offset) -> {
            Deque<Tried> of = tries.computeIfAbsent(partition, any -> new ArrayDeque<>());
            of.addLast(new Tried(commit, offset));
            if (of.size() > REMEMBERED) {
                of.removeFirst();
            }
        });
    }

    @Override
    protected void answered(WorkerTrack worker, JournalEvent.CommitTry commit, JournalEvent.CommitAnswer answer) {
        if (answer.answer() == JournalEvent.Answer.UNKNOWN) {
            return;
        }
        for (TopicPartition partition : commit.offsets().keySet()) {
            for (Tried tried : tries.getOrDefault(partition, new ArrayDeque<>())) {
                tried.isAnswered |= tried.commit == commit;
            }
        }
    }

    /** Whether the lower commit was asked for before the higher one, for the last time, and was never answered. */
    private boolean isLate(PartitionTrack partition, long lower, long higher) {
        Tried low = null;
        Tried high = null;
        for (Tried tried : tries.getOrDefault(partition.name(), new ArrayDeque<>())) {
            low = tried.offset == lower ? tried : low;
            high = tried.offset == higher ? tried : high;
        }
        return low != null && high != null && !low.isAnswered && low.commit.time() < high.commit.time();
    }

    @Override
    protected void accepted(PartitionTrack partition, CommitHistory.Commit commit) {
        long before = partition.acceptedLast();
        if (commit.offset() >= before || isPaid(partition, commit)) {
            return;
        }
        Span owner = partition.latest();
        boolean isLate = isLate(partition, commit.offset(), before);
        facts.sink()
                .add(
                        VerdictKind.V5,
                        isLate ? Severity.COUNTED : Severity.FATAL,
                        partition.name(),
                        commit.offset(),
                        before,
                        partition.log().due().count(commit.offset(), before),
                        "the coordinator accepted " + before + " and then " + commit.offset()
                                + (isLate ? ", which was asked for before and came late" : ""),
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

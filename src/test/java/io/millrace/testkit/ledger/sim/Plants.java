package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.CommitHistory;
import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalEvent.Assigned;
import io.millrace.testkit.ledger.JournalEvent.Begin;
import io.millrace.testkit.ledger.JournalEvent.CommitTry;
import io.millrace.testkit.ledger.JournalEvent.End;
import io.millrace.testkit.ledger.LogWitness.Content;
import io.millrace.testkit.ledger.Outcome;
import io.millrace.testkit.ledger.sim.RunEdit.Place;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Plants one anomaly into a clean run; each method tells whether it found a place for it. Stateless.
 */
final class Plants {
    private Plants() {}

    /** V1: a record that was finished once was never seen by anybody. */
    static boolean lost(RunEdit run) {
        Set<TopicPartition> unmoved = run.unmoved();
        for (Place place : run.finished()) {
            End end = (End) place.event();
            if (unmoved.contains(end.partition()) && run.timesFinished(end.partition(), end.offset()) == 1) {
                run.journals
                        .values()
                        .forEach(journal -> journal.removeIf(event -> isAbout(event, end.partition(), end.offset())));
                return true;
            }
        }
        return false;
    }

    private static boolean isAbout(JournalEvent event, TopicPartition partition, long offset) {
        return event instanceof Begin begin
                        && begin.offset() == offset
                        && begin.partition().equals(partition)
                || event instanceof End end
                        && end.offset() == offset
                        && end.partition().equals(partition);
    }

    /** V2: the commit of a record is sent a moment before the record ends. */
    static boolean committedAhead(RunEdit run) {
        for (Place place : run.finished()) {
            End end = (End) place.event();
            if (place.next(1) instanceof CommitTry tried
                    && tried.offsets().getOrDefault(end.partition(), -1L) > end.offset()
                    && run.timesFinished(end.partition(), end.offset()) == 1) {
                place.journal()
                        .set(place.index(), new CommitTry(end.time(), tried.id(), tried.mode(), tried.offsets()));
                place.journal()
                        .set(
                                place.index() + 1,
                                new End(
                                        end.time(),
                                        end.epoch(),
                                        end.partition(),
                                        end.offset(),
                                        end.attempt(),
                                        end.outcome()));
                return true;
            }
        }
        return false;
    }

    /** V3: a record is handled a second time at once. */
    static boolean repeated(RunEdit run) {
        for (Place place : run.finished()) {
            End end = (End) place.event();
            place.journal()
                    .add(place.index() + 1, new Begin(end.time(), end.epoch(), end.partition(), end.offset(), 1));
            place.journal().add(place.index() + 2, end);
            return true;
        }
        return false;
    }

    /** V4: the run is judged by a bound one below what its worst break repeats. */
    static boolean overBound(RunEdit run, long largestBreak) {
        if (largestBreak == 0) {
            return false;
        }
        DeliveryBound bound = DeliveryBound.atLeastOnce("planted", largestBreak - 1);
        run.plan = new io.millrace.testkit.ledger.RunPlan(
                bound,
                run.plan.minRecords(),
                run.plan.minHits(),
                run.plan.stuckAfter(),
                run.plan.statusGrace(),
                run.plan.drops());
        return true;
    }

    /** V5: an older commit is accepted once more after a newer one. */
    static boolean regressed(RunEdit run) {
        Set<TopicPartition> unmoved = run.unmoved();
        for (int i = run.commits.size() - 1; i > 0; i--) {
            CommitHistory.Commit late = run.commits.get(i);
            for (int j = i - 1; j >= 0 && unmoved.contains(late.partition()); j--) {
                CommitHistory.Commit early = run.commits.get(j);
                if (early.partition().equals(late.partition()) && early.offset() < late.offset()) {
                    run.commits.add(i + 1, new CommitHistory.Commit(late.time(), late.partition(), early.offset(), ""));
                    return true;
                }
            }
        }
        return false;
    }

    /** V6: two neighbours change places. */
    static boolean outOfOrder(RunEdit run) {
        for (Place place : run.finished()) {
            End first = (End) place.event();
            if (place.next(1) instanceof Begin begin
                    && place.next(2) instanceof End second
                    && begin.attempt() == 1
                    && second.outcome().isTerminal()
                    && begin.partition().equals(first.partition())) {
                TopicPartition partition = first.partition();
                int at = place.index() - 1;
                long b = second.offset();
                place.journal().set(at, new Begin(place.next(-1).time(), first.epoch(), partition, b, 1));
                place.journal().set(at + 1, new End(first.time(), first.epoch(), partition, b, 1, Outcome.OK));
                place.journal().set(at + 2, new Begin(begin.time(), first.epoch(), partition, first.offset(), 1));
                place.journal()
                        .set(at + 3, new End(second.time(), first.epoch(), partition, first.offset(), 1, Outcome.OK));
                return true;
            }
        }
        return false;
    }

    /** V7: an ownership leaves out a record that another one had finished before. */
    static boolean skipped(RunEdit run) {
        for (Place place : run.finished()) {
            End end = (End) place.event();
            boolean goesOn = place.next(1) instanceof Begin begin
                    && begin.partition().equals(end.partition())
                    && begin.offset() > end.offset();
            if (goesOn && place.next(-1) instanceof Begin && wasFinishedBefore(run, end)) {
                place.journal().remove(place.index());
                place.journal().remove(place.index() - 1);
                return true;
            }
        }
        return false;
    }

    private static boolean wasFinishedBefore(RunEdit run, End end) {
        return !run.places(event -> event instanceof End other
                        && other.outcome().isTerminal()
                        && other.offset() == end.offset()
                        && other.partition().equals(end.partition())
                        && other.time() < end.time())
                .isEmpty();
    }

    /** V8: an ownership starts below what it was told is committed. */
    static boolean rewound(RunEdit run) {
        for (Place place : run.places(event -> event instanceof Assigned assigned && assigned.committed() >= 0)) {
            Assigned assigned = (Assigned) place.event();
            for (int i = place.index(); i < place.journal().size(); i++) {
                if (place.journal().get(i) instanceof Begin begin
                        && begin.epoch() == assigned.epoch()
                        && begin.partition().equals(assigned.partition())
                        && begin.offset() >= assigned.committed()) {
                    place.journal()
                            .set(
                                    place.index(),
                                    new Assigned(
                                            assigned.time(),
                                            assigned.epoch(),
                                            assigned.partition(),
                                            begin.offset() + 1,
                                            assigned.committed()));
                    return true;
                }
            }
        }
        return false;
    }

    /** V10: a record that was handled turns out to be of an aborted transaction. */
    static boolean phantom(RunEdit run) {
        End end = (End) run.finished().get(0).event();
        run.log.get(end.partition()).add(Content.ABORTED, end.offset(), end.offset() + 1);
        run.producers = null;
        return true;
    }

    /** V11: a record is skipped, and no policy says so. */
    static boolean dropped(RunEdit run) {
        Place place = run.finished().get(0);
        End end = (End) place.event();
        place.journal()
                .set(
                        place.index(),
                        new End(end.time(), end.epoch(), end.partition(), end.offset(), 1, Outcome.SKIPPED));
        return true;
    }

    /** V15: an engine counts one more than it did. */
    static boolean miscounted(RunEdit run) {
        for (Place place : run.places(event -> event instanceof JournalEvent.Counters)) {
            JournalEvent.Counters counters = (JournalEvent.Counters) place.event();
            Map<String, Long> values = new TreeMap<>(counters.values());
            values.merge("ok", 1L, Long::sum);
            place.journal().set(place.index(), new JournalEvent.Counters(counters.time(), counters.process(), values));
            return true;
        }
        return false;
    }
}

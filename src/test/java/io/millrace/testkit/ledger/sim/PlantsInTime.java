package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.CommitHistory;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalEvent.Begin;
import io.millrace.testkit.ledger.JournalEvent.CommitAnswer;
import io.millrace.testkit.ledger.JournalEvent.CommitTry;
import io.millrace.testkit.ledger.JournalEvent.End;
import io.millrace.testkit.ledger.JournalEvent.Revoked;
import io.millrace.testkit.ledger.OffsetSet;
import io.millrace.testkit.ledger.Outcome;
import io.millrace.testkit.ledger.sim.RunEdit.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plants one anomaly that is about time, or about what witnesses say of each other. Stateless. */
final class PlantsInTime {
    private static final long PAUSE_NANOS = 20_000_000_000L;
    private static final long LATE_NANOS = 6_000_000;

    private PlantsInTime() {}

    /** V9: a worker handles one more record of what it gave up, while the next owner is at work. */
    static boolean ownedTwice(RunEdit run) {
        for (Place place : run.places(Revoked.class::isInstance)) {
            Revoked revoked = (Revoked) place.event();
            End next = firstEndOfNextOwner(run, place.journal(), revoked);
            long offset = next == null ? -1 : nextDue(run, place, revoked);
            if (offset >= 0 && !run.wasFrozen(place.journal())) {
                place.journal().remove(place.index());
                long time = next.time();
                RunEdit.insert(place.journal(), new Begin(time, revoked.epoch(), revoked.partition(), offset, 1));
                RunEdit.insert(
                        place.journal(),
                        new End(time, revoked.epoch(), revoked.partition(), offset, 1, Outcome.FAILED));
                RunEdit.insert(place.journal(), new Revoked(time, revoked.epoch(), revoked.partition()));
                return true;
            }
        }
        return false;
    }

    private static End firstEndOfNextOwner(RunEdit run, List<JournalEvent> own, Revoked revoked) {
        End first = null;
        for (Place place : run.places(event -> event instanceof End end
                && end.time() > revoked.time()
                && end.partition().equals(revoked.partition()))) {
            if (first == null || place.event().time() < first.time()) {
                first = (End) place.event();
            }
        }
        return first == null || own.contains(first) ? null : first;
    }

    /** What the ownership would have begun next; -1 if it is not sure that all it finished was committed. */
    private static long nextDue(RunEdit run, Place place, Revoked revoked) {
        boolean confirmed = false;
        long finished = -1;
        CommitTry tried = null;
        for (JournalEvent event : place.journal().subList(0, place.index())) {
            if (event instanceof End end
                    && end.epoch() == revoked.epoch()
                    && end.partition().equals(revoked.partition())) {
                finished = end.offset();
                confirmed = false;
                if (!end.outcome().isTerminal()) {
                    return -1;
                }
            } else if (event instanceof CommitTry of && of.offsets().containsKey(revoked.partition())) {
                tried = of;
            } else if (event instanceof CommitAnswer answer && tried != null && answer.id() == tried.id()) {
                confirmed = answer.answer() == JournalEvent.Answer.OK
                        && tried.offsets().get(revoked.partition()) > finished;
            }
        }
        if (finished < 0 || !confirmed || !run.unmoved().contains(revoked.partition())) {
            return -1;
        }
        long[] next = {-1};
        run.log.get(revoked.partition()).due().forEachRange(finished + 1, Long.MAX_VALUE, (from, to) -> {
            next[0] = next[0] < 0 ? from : next[0];
        });
        return next[0];
    }

    /** V13: for a long time nothing happens at all while a record waits. */
    static boolean stuck(RunEdit run) {
        for (Place place : run.finished()) {
            End end = (End) place.event();
            if (end.time() > run.producers.get(end.partition()).lastAck()
                    && run.timesFinished(end.partition(), end.offset()) == 1
                    && isQuiet(run, end.time())) {
                shift(run, end.time());
                return true;
            }
        }
        return false;
    }

    /** Whether no process is stopped by a signal at that time: otherwise nobody is blamed for a pause. */
    private static boolean isQuiet(RunEdit run, long time) {
        Set<String> stopped = new HashSet<>();
        for (JournalEvent event : run.observer()) {
            if (event instanceof JournalEvent.Signal signal && signal.time() < time) {
                switch (signal.sign()) {
                    case STOP -> stopped.add(signal.process());
                    case CONT, KILL -> stopped.remove(signal.process());
                    case TERM -> {}
                }
            }
        }
        return stopped.isEmpty();
    }

    private static void shift(RunEdit run, long from) {
        run.journals
                .values()
                .forEach(journal -> journal.replaceAll(
                        event -> event.time() < from ? event : Times.at(event, event.time() + PAUSE_NANOS)));
        run.commits.replaceAll(commit -> commit.time() < from
                ? commit
                : new CommitHistory.Commit(
                        commit.time() + PAUSE_NANOS, commit.partition(), commit.offset(), commit.metadata()));
        run.samples.replaceAll(sample -> sample.time() < from
                ? sample
                : new CommitHistory.Sample(sample.time() + PAUSE_NANOS, sample.partition(), sample.offset()));
    }

    /** V14: a status says RUNNING although the worker has been dead for a while. */
    static boolean green(RunEdit run) {
        for (Place place : run.places(JournalEvent.WorkerDead.class::isInstance)) {
            String process = ((JournalEvent.ProcessStart) place.journal().get(0)).process();
            int worker = ((JournalEvent.WorkerStart) place.journal().get(1)).worker();
            long time = place.event().time() + LATE_NANOS;
            boolean again = !run.places(event -> event instanceof JournalEvent.WorkerStart start
                            && start.time() > place.event().time()
                            && start.time() <= time)
                    .isEmpty();
            if (!again) {
                RunEdit.insert(run.observer(), new JournalEvent.Status(time, process, worker, "RUNNING"));
                return true;
            }
        }
        return false;
    }

    /** V16: the history does not hold what a client was told. */
    static boolean incomplete(RunEdit run) {
        for (Place place : run.places(
                event -> event instanceof CommitAnswer answer && answer.answer() == JournalEvent.Answer.OK)) {
            long id = ((CommitAnswer) place.event()).id();
            CommitTry tried = (CommitTry) place.journal().stream()
                    .filter(event -> event instanceof CommitTry of && of.id() == id)
                    .findFirst()
                    .orElseThrow();
            var one = tried.offsets().entrySet().iterator().next();
            List<CommitHistory.Commit> left = new ArrayList<>(run.commits);
            left.removeIf(commit -> commit.partition().equals(one.getKey()) && commit.offset() == one.getValue());
            OffsetSet higher = new OffsetSet();
            left.stream()
                    .filter(commit -> commit.partition().equals(one.getKey()))
                    .forEach(commit -> higher.add(commit.offset()));
            if (higher.end() > one.getValue() + 1) {
                run.commits.clear();
                run.commits.addAll(left);
                return true;
            }
        }
        return false;
    }
}

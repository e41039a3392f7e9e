package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.CommitHistory;
import io.millrace.testkit.ledger.EventStream;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalSource;
import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.ProducerLedger;
import io.millrace.testkit.ledger.RunPlan;
import io.millrace.testkit.ledger.Witnesses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/** The witnesses of a clean run, to be changed in one place. One thread. */
final class RunEdit {
    /** A place in a journal. */
    record Place(List<JournalEvent> journal, int index) {
        JournalEvent event() {
            return journal.get(index);
        }

        /** The event so many lines on, or null. */
        JournalEvent next(int lines) {
            int at = index + lines;
            return at >= 0 && at < journal.size() ? journal.get(at) : null;
        }
    }

    final Random random;
    final LogWitness log;
    final Map<String, List<JournalEvent>> journals = new HashMap<>();
    final List<String> names = new ArrayList<>();
    final List<CommitHistory.Commit> commits = new ArrayList<>();
    final List<CommitHistory.Sample> samples = new ArrayList<>();
    ProducerLedger producers;
    RunPlan plan;

    RunEdit(Witnesses clean, RunPlan plan, long seed) {
        this.random = new Random(seed);
        this.log = clean.log();
        this.plan = plan;
        this.producers = clean.producers();
        commits.addAll(clean.commits().commits());
        samples.addAll(clean.commits().samples());
        for (JournalSource source : clean.journals()) {
            List<JournalEvent> events = new ArrayList<>();
            EventStream stream = source.open();
            for (JournalEvent event = stream.next(); event != null; event = stream.next()) {
                events.add(event);
            }
            names.add(source.name());
            journals.put(source.name(), events);
        }
    }

    Witnesses witnesses() {
        CommitHistory history = new CommitHistory(true, 0);
        commits.forEach(commit -> history.commit(commit.time(), commit.partition(), commit.offset(), ""));
        samples.forEach(sample -> history.sample(sample.time(), sample.partition(), sample.offset()));
        List<JournalSource> sources = new ArrayList<>();
        names.forEach(name -> sources.add(JournalSource.of(name, journals.get(name))));
        return new Witnesses(sources, log, history, producers);
    }

    List<JournalEvent> observer() {
        return journals.get("observer");
    }

    /** Every place that holds such an event, in an order drawn by chance. */
    List<Place> places(Predicate<JournalEvent> wanted) {
        List<Place> places = new ArrayList<>();
        for (String name : names) {
            List<JournalEvent> journal = journals.get(name);
            for (int i = 0; i < journal.size(); i++) {
                if (wanted.test(journal.get(i))) {
                    places.add(new Place(journal, i));
                }
            }
        }
        java.util.Collections.shuffle(places, random);
        return places;
    }

    /** The places where a record got its terminal outcome at the first attempt and is due. */
    List<Place> finished() {
        return places(event -> event instanceof JournalEvent.End end
                && end.outcome().isTerminal()
                && end.attempt() == 1
                && log.get(end.partition()).due().contains(end.offset()));
    }

    /** How often it got one. */
    long timesFinished(TopicPartition partition, long offset) {
        return places(event -> event instanceof JournalEvent.End end
                        && end.outcome().isTerminal()
                        && end.offset() == offset
                        && end.partition().equals(partition))
                .size();
    }

    /** The partitions that nobody moved on purpose, where nothing was deleted. */
    Set<TopicPartition> unmoved() {
        Set<TopicPartition> unmoved = new HashSet<>();
        log.all().forEach(partition -> unmoved.add(partition.name()));
        for (Place place : places(RunEdit::isMove)) {
            unmoved.remove(
                    place.event() instanceof JournalEvent.OperatorReset reset
                            ? reset.partition()
                            : ((JournalEvent.OfSpan) place.event()).partition());
        }
        return unmoved;
    }

    private static boolean isMove(JournalEvent event) {
        return event instanceof JournalEvent.OperatorReset
                || event instanceof JournalEvent.Seek seek && seek.isOperator()
                || event instanceof JournalEvent.Reset reset && !reset.why().equals(JournalEvent.Reset.NO_OFFSET);
    }

    /** Whether the process of this journal was ever stopped by a signal. */
    boolean wasFrozen(List<JournalEvent> journal) {
        String process = ((JournalEvent.ProcessStart) journal.get(0)).process();
        return observer().stream()
                .anyMatch(event -> event instanceof JournalEvent.Signal signal
                        && signal.sign() == JournalEvent.Sign.STOP
                        && signal.process().equals(process));
    }

    /** Puts an event where its time belongs. */
    static void insert(List<JournalEvent> journal, JournalEvent event) {
        int at = journal.size();
        while (at > 0 && journal.get(at - 1).time() > event.time()) {
            at--;
        }
        journal.add(at, event);
    }
}

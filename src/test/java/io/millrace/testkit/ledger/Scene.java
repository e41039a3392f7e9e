package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A small run told by hand, for tests: each call is a nanosecond later. Two partitions of one topic hold visible
 * records {@code [0, 100)} unless told otherwise. One thread.
 */
final class Scene {
    static final TopicPartition P0 = new TopicPartition("orders", 0);
    static final TopicPartition P1 = new TopicPartition("orders", 1);

    final LogWitness log = new LogWitness(true);
    final CommitHistory history = new CommitHistory(true, 0);
    private final Map<String, List<JournalEvent>> journals = new LinkedHashMap<>();
    private final List<JournalEvent> observer = new ArrayList<>();
    private long now;
    private long ids;

    Scene() {
        log.partition(P0, 0, 100).add(LogWitness.Content.VISIBLE, 0, 100);
        log.partition(P1, 0, 100).add(LogWitness.Content.VISIBLE, 0, 100);
    }

    /** One worker of one process. */
    final class Worker {
        private final String process;
        private final List<JournalEvent> journal = new ArrayList<>();
        private final Map<TopicPartition, Long> epochs = new HashMap<>();
        private long epoch;

        Worker(String process) {
            this.process = process;
            journals.put(process, journal);
            journal.add(new JournalEvent.ProcessStart(++now, process, 1, 0));
            journal.add(new JournalEvent.WorkerStart(++now, 0));
        }

        Worker assigned(TopicPartition partition, long committed) {
            return assigned(partition, committed, JournalEvent.UNKNOWN);
        }

        Worker assigned(TopicPartition partition, long committed, long start) {
            epochs.put(partition, ++epoch);
            return add(new JournalEvent.Assigned(++now, epoch, partition, committed, start));
        }

        /** Begins and ends each of {@code [from, to)}. */
        Worker handles(TopicPartition partition, long from, long to) {
            for (long offset = from; offset < to; offset++) {
                begins(partition, offset).ends(partition, offset, Outcome.OK);
            }
            return this;
        }

        Worker begins(TopicPartition partition, long offset) {
            return add(new JournalEvent.Begin(++now, epochs.get(partition), partition, offset, 1));
        }

        Worker ends(TopicPartition partition, long offset, Outcome outcome) {
            return add(new JournalEvent.End(++now, epochs.get(partition), partition, offset, 1, outcome));
        }

        /** A commit; the history holds it if it was applied. */
        Worker commits(TopicPartition partition, long offset, boolean applied, JournalEvent.Answer answer) {
            return commits(Map.of(partition, offset), applied, answer);
        }

        Worker commits(Map<TopicPartition, Long> offsets, boolean applied, JournalEvent.Answer answer) {
            long id = ++ids;
            add(new JournalEvent.CommitTry(++now, id, JournalEvent.Mode.SYNC, offsets));
            if (applied) {
                offsets.forEach((partition, offset) -> history.commit(++now, partition, offset, ""));
            }
            return add(new JournalEvent.CommitAnswer(++now, id, answer, ""));
        }

        Worker commits(TopicPartition partition, long offset) {
            return commits(partition, offset, true, JournalEvent.Answer.OK);
        }

        Worker seeks(TopicPartition partition, long from, long to, String why) {
            return add(new JournalEvent.Seek(++now, epochs.get(partition), partition, from, to, why));
        }

        Worker resets(TopicPartition partition, long to, String why) {
            return add(new JournalEvent.Reset(++now, epochs.get(partition), partition, to, why));
        }

        Worker revoked(TopicPartition partition) {
            return add(new JournalEvent.Revoked(++now, epochs.get(partition), partition));
        }

        Worker lost(TopicPartition partition) {
            return add(new JournalEvent.Lost(++now, epochs.get(partition), partition));
        }

        Worker stops() {
            return add(new JournalEvent.WorkerStop(++now));
        }

        Worker add(JournalEvent event) {
            journal.add(event);
            return this;
        }

        Worker killed() {
            return signal(JournalEvent.Sign.KILL);
        }

        Worker signal(JournalEvent.Sign sign) {
            observer.add(new JournalEvent.Signal(++now, process, sign));
            return this;
        }
    }

    /** An administrator is told. */
    Scene samples(TopicPartition partition, long offset) {
        history.sample(++now, partition, offset);
        return this;
    }

    Worker worker(String process) {
        return new Worker(process);
    }

    long tick() {
        return ++now;
    }

    Scene observed(JournalEvent.Observed event) {
        observer.add(event);
        return this;
    }

    Witnesses witnesses() {
        List<JournalSource> sources = new ArrayList<>();
        journals.forEach((name, events) -> sources.add(JournalSource.of(name, events)));
        sources.add(JournalSource.of("observer", observer));
        return new Witnesses(sources, log, history, null);
    }

    Report judge() {
        return judge(RunPlan.of(DeliveryBound.syncPoll(10)));
    }

    Report judge(RunPlan plan) {
        return new Checker(plan).check(witnesses());
    }
}

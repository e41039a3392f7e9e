package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.CommitHistory;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalSource;
import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.ProducerLedger;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.loops.Chance;
import io.millrace.testkit.loops.Failures;
import io.millrace.testkit.loops.Protocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/**
 * What the engines of a simulation live in: one clock, one source of chance, the logs, the group, and the witnesses.
 * Everything follows from the seed. One thread.
 */
final class SimWorld implements Chance {
    static final long SESSION_NANOS = 200_000_000;
    private static final int PARTITIONS = 4;

    private final Failures failures;
    private final Random random;
    private final Map<TopicPartition, SimLog> logs = new LinkedHashMap<>();
    private final SimGroup group;
    private final int maxPollRecords;
    private final Map<String, List<JournalEvent>> journals = new LinkedHashMap<>();
    private final List<JournalEvent> observer = new ArrayList<>();
    private final ProducerLedger producers = new ProducerLedger();
    private long now = 1_000_000_000;
    /** No more faults. */
    boolean calm;
    /** Commits are hardly ever answered. */
    boolean commitsOut;
    /** The next record that is begun kills its worker. */
    boolean deathDue;

    SimWorld(long seed) {
        this.failures = new Failures(seed);
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        for (int i = 0; i < PARTITIONS; i++) {
            TopicPartition partition = new TopicPartition("orders", i);
            logs.put(partition, new SimLog(partition));
        }
        Protocol protocol = Protocol.values()[random.nextInt(3)];
        this.group = new SimGroup(protocol, SESSION_NANOS, random, List.copyOf(logs.keySet()));
        this.maxPollRecords = 4 + random.nextInt(9);
    }

    @Override
    public Random random() {
        return random;
    }

    /** A little later. */
    long tick() {
        now += 1 + random.nextInt(200_000);
        return now;
    }

    void pass(long nanos) {
        now += nanos;
    }

    SimGroup group() {
        return group;
    }

    SimLog log(TopicPartition partition) {
        return logs.get(partition);
    }

    List<SimLog> logs() {
        return List.copyOf(logs.values());
    }

    int maxPollRecords() {
        return maxPollRecords;
    }

    /** A point at which a process may be killed. */
    void point(SimProcess process) {
        if (process.killIn >= 0 && process.killIn-- == 0 && !calm) {
            throw new SimKilled();
        }
    }

    /** A point at which a worker may die of its handler. */
    void maybeDie() {
        if (deathDue && !calm) {
            deathDue = false;
            throw new SimDeath();
        }
    }

    /** How often the handler fails for this record before it succeeds. */
    int failures(TopicPartition partition, long offset) {
        return failures.before(partition, offset);
    }

    @Override
    public boolean isError(TopicPartition partition, long offset) {
        return failures.isError(partition, offset);
    }

    /** A commit comes to the broker: what becomes of it, and what the client is told. */
    Answer commit(SimClient client, Map<TopicPartition, Long> offsets) {
        if (group.refusal(client) != null) {
            return Answer.FAIL;
        }
        int draw = calm ? 0 : random.nextInt(100);
        if (commitsOut && !calm && draw < 95) {
            return Answer.UNKNOWN;
        }
        if (draw < 85) {
            group.commit(tick(), offsets);
            return Answer.OK;
        }
        if (draw < 90) {
            group.commit(tick(), offsets);
            observe(new JournalEvent.Hit(tick(), "commit applied, answer lost"));
            return Answer.UNKNOWN;
        }
        observe(new JournalEvent.Hit(tick(), "commit not applied"));
        return draw < 95 ? Answer.UNKNOWN : Answer.FAIL;
    }

    void append() {
        SimLog log = logs().get(random.nextInt(PARTITIONS));
        long from = log.end();
        log.append(random);
        long time = tick();
        for (long offset = from; offset < log.end(); offset++) {
            if (!log.isMarker(offset)) {
                producers.acknowledged(time, log.name(), offset, log.wasAborted(offset));
            }
        }
    }

    List<JournalEvent> journal(String name) {
        List<JournalEvent> journal = new ArrayList<>();
        journals.put(name, journal);
        return journal;
    }

    void observe(JournalEvent.Observed event) {
        observer.add(event);
    }

    /** Whether the group has committed all there is. */
    boolean isDrained() {
        return logs.values().stream().allMatch(log -> {
            Long committed = group.committed(log.name());
            return committed != null && committed >= log.end();
        });
    }

    Witnesses witnesses() {
        List<JournalSource> sources = new ArrayList<>();
        journals.forEach((name, events) -> sources.add(JournalSource.of(name, events)));
        sources.add(JournalSource.of("observer", observer));
        LogWitness log = new LogWitness(true);
        logs.values().forEach(one -> one.testify(log));
        CommitHistory history = group.history();
        logs.keySet().forEach(partition -> {
            if (group.committed(partition) != null) {
                history.sample(now, partition, group.committed(partition));
            }
        });
        return new Witnesses(sources, log, history, producers);
    }
}

package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Mode;
import io.millrace.testkit.ledger.Outcome;
import io.millrace.testkit.loops.EngineLoop;
import io.millrace.testkit.loops.LoopClient;
import io.millrace.testkit.loops.PolledRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * A consumer and what journals it: rebalances are told inside a poll, answers to asynchronous commits inside a poll or
 * a synchronous commit, as the real client does. One thread.
 */
final class SimClient implements LoopClient {
    /** The client's side of one ownership. */
    private static final class Held {
        final long epoch;
        long position;

        Held(long epoch, long position) {
            this.epoch = epoch;
            this.position = position;
        }
    }

    private final SimWorld world;
    private final SimProcess process;
    private final List<JournalEvent> journal;
    private final Map<TopicPartition, Held> held = new LinkedHashMap<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    private final Deque<CommitFuture> sent = new ArrayDeque<>();
    final Map<String, Long> counters = new TreeMap<>();
    private EngineLoop loop;
    private long ids;

    SimClient(SimWorld world, SimProcess process, int worker, List<JournalEvent> journal) {
        this.world = world;
        this.process = process;
        this.journal = journal;
        journal.add(new JournalEvent.ProcessStart(world.tick(), process.name, 1, 0));
        journal.add(new JournalEvent.WorkerStart(world.tick(), worker));
        for (String counter : List.of("ok", "failed", "committed", "commit-failed")) {
            counters.put(counter, 0L);
        }
    }

    void use(EngineLoop of) {
        loop = of;
    }

    // what the loop calls

    @Override
    public List<PolledRecord> poll(boolean allPaused) {
        world.point(process);
        SimGroup group = world.group();
        answerSent(world.chance(0.7));
        if (!group.knows(this)) {
            lose();
            group.join(this, world.tick());
            return List.of();
        }
        group.hear(this, world.tick());
        rebalance(group);
        return allPaused ? List.of() : fetch();
    }

    private void lose() {
        // What was sent as the member that is no more comes too late.
        sent.stream().filter(future -> future.answer == null).forEach(future -> future.answer = Answer.FAIL);
        List<TopicPartition> lost = List.copyOf(held.keySet());
        if (!lost.isEmpty()) {
            lost.forEach(partition -> write(new JournalEvent.Lost(world.tick(), epoch(partition), partition)));
            count("lost", lost.size());
            forget(lost);
            loop.lost(lost);
        }
    }

    private void rebalance(SimGroup group) {
        List<TopicPartition> revoked = new ArrayList<>(group.toRevoke(this));
        revoked.retainAll(held.keySet());
        if (!revoked.isEmpty()) {
            world.point(process);
            loop.revoked(revoked);
            giveUp(revoked);
        }
        group.joined(this, revoked);
        List<TopicPartition> assigned = group.toAssign(this);
        if (assigned.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> committed = new LinkedHashMap<>();
        for (TopicPartition partition : assigned) {
            Long offset = group.committed(partition);
            long epoch = process.nextEpoch();
            held.put(partition, new Held(epoch, offset == null ? -1 : offset));
            committed.put(partition, offset);
            long start = offset == null || world.chance(0.5) ? JournalEvent.UNKNOWN : offset;
            write(new JournalEvent.Assigned(
                    world.tick(), epoch, partition, offset == null ? JournalEvent.NONE : offset, start));
        }
        count("assigned", assigned.size());
        loop.assigned(committed);
        world.point(process);
    }

    private void giveUp(List<TopicPartition> revoked) {
        revoked.forEach(partition -> write(new JournalEvent.Revoked(world.tick(), epoch(partition), partition)));
        count("revoked", revoked.size());
        forget(revoked);
    }

    private void forget(List<TopicPartition> partitions) {
        partitions.forEach(held::remove);
        partitions.forEach(paused::remove);
    }

    private List<PolledRecord> fetch() {
        List<PolledRecord> records = new ArrayList<>();
        int left = 1 + world.random().nextInt(world.maxPollRecords());
        for (TopicPartition partition : List.copyOf(held.keySet())) {
            Held of = held.get(partition);
            if (paused.contains(partition) || left == 0) {
                continue;
            }
            SimLog log = world.log(partition);
            if (of.position < 0 || of.position < log.start()) {
                reset(partition, of, log.start());
                continue;
            }
            while (of.position < log.end() && left > 0) {
                if (log.isVisible(of.position)) {
                    records.add(new PolledRecord(partition, of.position, of.epoch));
                    left--;
                }
                of.position++;
            }
        }
        return records;
    }

    private void reset(TopicPartition partition, Held of, long to) {
        String why = of.position < 0 ? JournalEvent.Reset.NO_OFFSET : "out-of-range";
        of.position = to;
        write(new JournalEvent.Reset(world.tick(), of.epoch, partition, to, why));
        loop.startedAt(partition, to);
    }

    @Override
    public boolean owns(TopicPartition partition) {
        return held.containsKey(partition);
    }

    @Override
    public long position(TopicPartition partition) {
        return held.get(partition).position;
    }

    @Override
    public boolean holds(TopicPartition partition, long epoch) {
        return held.containsKey(partition) && epoch(partition) == epoch;
    }

    long epoch(TopicPartition partition) {
        return held.get(partition).epoch;
    }

    @Override
    public void seek(TopicPartition partition, long to, String why) {
        Held of = held.get(partition);
        write(new JournalEvent.Seek(world.tick(), of.epoch, partition, of.position, to, why));
        of.position = to;
    }

    @Override
    public void pause(TopicPartition partition) {
        if (paused.add(partition)) {
            write(new JournalEvent.Paused(world.tick(), epoch(partition), partition));
        }
    }

    @Override
    public void resume(TopicPartition partition) {
        if (paused.remove(partition)) {
            write(new JournalEvent.Resumed(world.tick(), epoch(partition), partition));
        }
    }

    @Override
    public Answer commitSync(Map<TopicPartition, Long> offsets, Mode mode) {
        answerSent(true);
        long id = tryCommit(offsets, mode);
        world.point(process);
        Answer answer = world.commit(this, offsets);
        world.point(process);
        return told(id, answer);
    }

    @Override
    public void commitAsync(Map<TopicPartition, Long> offsets, Consumer<Answer> callback) {
        sent.add(new CommitFuture(tryCommit(offsets, Mode.ASYNC), new HashMap<>(offsets), callback));
        world.point(process);
    }

    private long tryCommit(Map<TopicPartition, Long> offsets, Mode mode) {
        long id = ++ids;
        write(new JournalEvent.CommitTry(world.tick(), id, mode, offsets));
        return id;
    }

    private Answer told(long id, Answer answer) {
        count(answer == Answer.OK ? "committed" : "commit-failed", 1);
        write(new JournalEvent.CommitAnswer(
                world.tick(), id, answer, answer == Answer.OK ? "" : "no answer: " + answer));
        return answer;
    }

    private void answerSent(boolean now) {
        if (!now) {
            return;
        }
        arrive();
        while (!sent.isEmpty() && sent.peek().answer != null) {
            CommitFuture future = sent.remove();
            future.callback.accept(told(future.id, future.answer));
        }
    }

    /** What was sent comes to the broker, in its order; the answers wait until the loop calls. */
    void arrive() {
        for (CommitFuture future : sent) {
            if (future.answer == null) {
                future.answer = world.commit(this, future.offsets);
            }
        }
    }

    @Override
    public void begin(PolledRecord record, int attempt) {
        write(new JournalEvent.Begin(world.tick(), record.epoch(), record.partition(), record.offset(), attempt));
        world.point(process);
        world.maybeDie();
    }

    @Override
    public boolean end(PolledRecord record, int attempt) {
        boolean ok = attempt > world.failures(record.partition(), record.offset());
        Outcome outcome = ok ? Outcome.OK : Outcome.FAILED;
        write(new JournalEvent.End(
                world.tick(), record.epoch(), record.partition(), record.offset(), attempt, outcome));
        count(outcome.text(), 1);
        world.point(process);
        return ok;
    }

    // what the simulation calls

    void closeAfterStop() {
        answerSent(true);
        close();
        write(new JournalEvent.WorkerStop(world.tick()));
    }

    void closeAfterDeath(String cause) {
        boolean deathFirst = world.chance(0.5);
        if (deathFirst) {
            write(new JournalEvent.WorkerDead(world.tick(), cause));
        }
        close();
        if (!deathFirst) {
            write(new JournalEvent.WorkerDead(world.tick(), cause));
        }
    }

    private void close() {
        write(new JournalEvent.CloseBegin(world.tick()));
        giveUp(List.copyOf(held.keySet()));
        world.group().leave(this);
        write(new JournalEvent.CloseEnd(world.tick()));
    }

    private void count(String counter, long more) {
        counters.merge(counter, more, Long::sum);
    }

    private void write(JournalEvent event) {
        journal.add(event);
    }
}

package io.millrace.testkit.loops.real;

import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Mode;
import io.millrace.testkit.ledger.Outcome;
import io.millrace.testkit.loops.EngineLoop;
import io.millrace.testkit.loops.Failures;
import io.millrace.testkit.loops.LoopClient;
import io.millrace.testkit.loops.PolledRecord;
import io.millrace.testkit.witness.WorkerJournal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * What a loop asks of a real consumer and of its handler, with the points at which its process may be killed or frozen.
 * The consumer journals; calls of the handler are journaled here. The worker's own thread.
 */
final class RealClient implements LoopClient, ConsumerRebalanceListener {
    private static final Duration POLL = Duration.ofMillis(40);
    private static final Duration KEEP_ALIVE = Duration.ofMillis(10);
    private static final Duration QUESTION = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> consumer;
    private final WorkerJournal journal;
    private final LoopProcess process;
    private final Failures failures;
    private final Duration handling;
    private final Map<TopicPartition, Long> held = new LinkedHashMap<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    /** Owned ones of which the loop does not know where it starts. */
    private final Set<TopicPartition> unknown = new HashSet<>();

    private EngineLoop loop;
    private boolean keepsAlive;
    /** Whether the last commit was not taken: it makes no sense to try again at once. */
    private boolean isRefused;

    private boolean ended;

    /** @param consumer that journals into the same journal */
    RealClient(
            Consumer<byte[], byte[]> consumer,
            WorkerJournal journal,
            LoopProcess process,
            Failures failures,
            Duration handling) {
        this.consumer = consumer;
        this.journal = journal;
        this.process = process;
        this.failures = failures;
        this.handling = handling;
    }

    void subscribe(EngineLoop of, String topic) {
        loop = of;
        consumer.subscribe(List.of(topic), this);
    }

    // what the loop calls

    @Override
    public List<PolledRecord> poll(boolean allPaused) {
        findGone();
        process.point();
        learnStarts();
        ConsumerRecords<byte[], byte[]> polled = allPaused ? keepAlive() : pollOnce(POLL);
        process.point();
        unknown.removeAll(polled.partitions());
        List<PolledRecord> records = new ArrayList<>(polled.count());
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            Long epoch = held.get(partition);
            if (epoch != null) {
                records.add(new PolledRecord(partition, record.offset(), epoch));
            }
        }
        return records;
    }

    private ConsumerRecords<byte[], byte[]> keepAlive() {
        List<TopicPartition> flowing = new ArrayList<>(held.keySet());
        flowing.removeAll(paused);
        each(flowing, consumer::pause);
        keepsAlive = true;
        try {
            return pollOnce(isRefused ? POLL : KEEP_ALIVE);
        } finally {
            keepsAlive = false;
            // Some may have come and gone in that poll.
            flowing.clear();
            flowing.addAll(held.keySet());
            flowing.removeAll(paused);
            each(flowing, consumer::resume);
        }
    }

    /** What the client has let go without a word is lost. */
    private void findGone() {
        List<TopicPartition> gone = new ArrayList<>(held.keySet());
        gone.removeAll(consumer.assignment());
        if (!gone.isEmpty()) {
            onPartitionsLost(gone);
        }
    }

    /** Calls it for each of these that the client has not let go; what it has, the next poll finds out. */
    private void each(Collection<TopicPartition> partitions, java.util.function.Consumer<List<TopicPartition>> call) {
        for (TopicPartition partition : partitions) {
            try {
                call.accept(List.of(partition));
            } catch (IllegalStateException e) {
                if (consumer.assignment().contains(partition)) {
                    throw e;
                }
                process.point();
            }
        }
    }

    private ConsumerRecords<byte[], byte[]> pollOnce(Duration timeout) {
        try {
            return consumer.poll(timeout);
        } catch (NoOffsetForPartitionException e) {
            e.partitions().forEach(this::startWithoutOffset);
        } catch (OffsetOutOfRangeException e) {
            e.partitions().forEach(this::reset);
        } catch (WakeupException | TimeoutException | UnknownMemberIdException e) {
            // In the consumer protocol it asks for committed offsets; one that is put out is told so by the next poll.
            process.point();
        }
        return ConsumerRecords.empty();
    }

    /** That there is none is asked again: it may have come in between. */
    private void startWithoutOffset(TopicPartition partition) {
        try {
            OffsetAndMetadata committed =
                    consumer.committed(Set.of(partition), QUESTION).get(partition);
            if (committed == null) {
                reset(partition);
            } else if (owns(partition)) {
                each(List.of(partition), one -> consumer.seek(partition, committed));
                loop.startedAt(partition, committed.offset());
            }
        } catch (KafkaException e) {
            // No answer, or to a member that is none any more. The next poll says it again.
            process.point();
        }
    }

    private void reset(TopicPartition partition) {
        if (!owns(partition)) {
            return;
        }
        try {
            long begin = consumer.beginningOffsets(Set.of(partition), QUESTION).get(partition);
            each(List.of(partition), one -> consumer.seek(partition, begin));
            unknown.remove(partition);
            loop.startedAt(partition, begin);
        } catch (KafkaException e) {
            // The next poll says it again.
            process.point();
        }
    }

    /** Asks again for what there was no answer to; once there are records, the loop learns it from them. */
    private void learnStarts() {
        if (!unknown.isEmpty()) {
            Map<TopicPartition, Long> known = committed(List.copyOf(unknown));
            known.values().removeIf(Objects::isNull);
            unknown.removeAll(known.keySet());
            loop.assigned(known);
        }
    }

    @Override
    public boolean owns(TopicPartition partition) {
        return held.containsKey(partition);
    }

    @Override
    public boolean holds(TopicPartition partition, long epoch) {
        Long of = held.get(partition);
        return of != null && of == epoch;
    }

    @Override
    public long position(TopicPartition partition) {
        if (!consumer.assignment().contains(partition)) {
            return JournalEvent.UNKNOWN;
        }
        try {
            return consumer.position(partition, Duration.ZERO);
        } catch (KafkaException e) {
            // Not yet; or this is no member any more and will be told so by a poll.
            process.point();
            return JournalEvent.UNKNOWN;
        }
    }

    @Override
    public void seek(TopicPartition partition, long to, String why) {
        journal.seeksBecause(why);
        each(List.of(partition), one -> consumer.seek(partition, to));
    }

    @Override
    public void pause(TopicPartition partition) {
        if (paused.add(partition)) {
            each(List.of(partition), consumer::pause);
        }
    }

    @Override
    public void resume(TopicPartition partition) {
        if (paused.remove(partition)) {
            each(List.of(partition), consumer::resume);
        }
    }

    @Override
    public Answer commitSync(Map<TopicPartition, Long> offsets, Mode mode) {
        process.point();
        Answer answer;
        try {
            consumer.commitSync(withMetadata(offsets), RealSettings.COMMIT);
            answer = Answer.OK;
        } catch (KafkaException e) {
            answer = Answer.UNKNOWN;
        }
        isRefused = answer != Answer.OK;
        count(answer);
        process.point();
        return answer;
    }

    @Override
    public void commitAsync(Map<TopicPartition, Long> offsets, java.util.function.Consumer<Answer> callback) {
        consumer.commitAsync(withMetadata(offsets), (of, error) -> {
            Answer answer = error == null ? Answer.OK : Answer.UNKNOWN;
            count(answer);
            callback.accept(answer);
        });
        process.point();
    }

    private static Map<TopicPartition, OffsetAndMetadata> withMetadata(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, OffsetAndMetadata> with = new LinkedHashMap<>();
        offsets.forEach((partition, offset) -> with.put(partition, new OffsetAndMetadata(offset)));
        return with;
    }

    private void count(Answer answer) {
        process.count(answer == Answer.OK ? "committed" : LoopProcess.COMMIT_FAILED, 1);
    }

    @Override
    public void begin(PolledRecord record, int attempt) {
        journal.write(new JournalEvent.Begin(
                System.nanoTime(), record.epoch(), record.partition(), record.offset(), attempt));
        process.point();
        process.maybeDie();
        long until = System.nanoTime() + handling.toNanos();
        for (long left = handling.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public boolean end(PolledRecord record, int attempt) {
        boolean ok = attempt > failures.before(record.partition(), record.offset());
        Outcome outcome = ok ? Outcome.OK : Outcome.FAILED;
        journal.write(new JournalEvent.End(
                System.nanoTime(), record.epoch(), record.partition(), record.offset(), attempt, outcome));
        process.count(outcome.text(), 1);
        process.point();
        return ok;
    }

    // what the consumer calls

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        process.count("assigned", partitions.size());
        if (ended || partitions.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> committed = committed(partitions);
        partitions.forEach(partition -> held.put(partition, journal.epoch(partition)));
        if (keepsAlive) {
            consumer.pause(partitions);
        }
        loop.assigned(committed);
        process.point();
    }

    private Map<TopicPartition, Long> committed(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> answer = Map.of();
        try {
            answer = consumer.committed(Set.copyOf(partitions), QUESTION);
        } catch (KafkaException e) {
            process.point();
        }
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = answer.get(partition);
            offsets.put(partition, offset == null ? null : (Long) offset.offset());
            if (offset == null) {
                unknown.add(partition);
            }
        }
        return offsets;
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        List<TopicPartition> given = owned(partitions);
        if (!ended && !given.isEmpty()) {
            process.point();
            loop.revoked(given);
        }
        // It may name some that are gone already.
        process.count("revoked", given.size());
        forget(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        List<TopicPartition> gone = owned(partitions);
        process.count("lost", gone.size());
        forget(partitions);
        if (!ended && !gone.isEmpty()) {
            loop.lost(gone);
        }
    }

    private List<TopicPartition> owned(Collection<TopicPartition> partitions) {
        return partitions.stream().filter(this::owns).toList();
    }

    private void forget(Collection<TopicPartition> partitions) {
        held.keySet().removeAll(partitions);
        paused.removeAll(partitions);
        unknown.removeAll(partitions);
    }

    // what the worker calls

    /** Leaves the group, if there is time for it; the loop is not asked any more. */
    void close() {
        ended = true;
        try {
            consumer.close(CloseOptions.timeout(QUESTION));
        } catch (KafkaException e) {
            // It is closed all the same; the group will miss it.
            process.point();
        }
    }
}

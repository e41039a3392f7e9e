package io.millrace.worker;

import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionState;
import io.millrace.process.PartitionRun;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every commit of a worker goes through here. Used by the worker's own thread alone; callbacks run on that thread too,
 * inside a poll or another commit.
 *
 * <p>Invariants: only owned partitions are in a commit; what a commit carries has been flushed by the handler; each
 * offset goes with its leader's epoch; an offset counts as committed when the broker has acknowledged it, not before;
 * no commit without a time limit; no error of a commit leaves this class as an exception.
 */
public final class Commits {
    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

    /** Makes durable what was handled. */
    interface Flush {
        void flush() throws Exception;
    }

    private final Consumer<byte[], byte[]> consumer;
    private final OwnedPartitions owned;
    private final Flush handler;
    private final Losses losses;
    private final WorkerMeters meters;
    private final PollDeadline pollDeadline;
    private final CommitMetadata metadata;
    private final LongSupplier clock;
    private Exception lastError;

    Commits(
            Consumer<byte[], byte[]> consumer,
            OwnedPartitions owned,
            Flush handler,
            Losses losses,
            WorkerMeters meters,
            PollDeadline pollDeadline,
            CommitMetadata metadata,
            LongSupplier clock) {
        this.consumer = consumer;
        this.owned = owned;
        this.handler = handler;
        this.losses = losses;
        this.meters = meters;
        this.pollDeadline = pollDeadline;
        this.metadata = metadata;
        this.clock = clock;
    }

    /** Whether anything is finished that the broker has not acknowledged as committed. */
    public boolean isDirty() {
        return owned.isDirty();
    }

    /** How many records are handled and not acknowledged as committed. */
    public long unacknowledgedRecords() {
        return owned.unacknowledgedRecords();
    }

    /**
     * Flushes the handler and takes what may be committed then: everything finished, of all owned partitions.
     *
     * @throws FlushFailure if the handler could not flush; nothing may be committed then
     */
    public CommitBatch flushed() {
        return flushed(owned.all());
    }

    /** The same of some partitions, all of them owned. */
    public CommitBatch flushed(Collection<PartitionState> states) {
        CommitBatch batch = CommitBatch.ofDirty(states, metadata.now());
        if (!batch.isEmpty()) {
            flush();
        }
        return batch;
    }

    /** What is to be committed before this chunk is handled. */
    public CommitBatch ahead(List<PartitionRun> chunk) {
        return CommitBatch.ofChunk(chunk, metadata.now());
    }

    /**
     * Has the handler make durable what it has handled.
     *
     * @throws FlushFailure if it could not
     */
    public void flush() {
        try {
            handler.flush();
        } catch (Throwable e) {
            // An Error is no success either: nothing since the last flush may be committed.
            throw new FlushFailure(e);
        }
    }

    /** Commits and waits for the answer, and for those of all commits sent before. */
    public CommitOutcome sync(CommitBatch batch, Duration timeout) {
        if (batch.isEmpty()) {
            return CommitOutcome.OK;
        }
        if (pollDeadline.hasPassed(clock.getAsLong())) {
            return failed(batch, new CommitFailedException("max.poll.interval.ms has passed since the last poll"));
        }
        long began = clock.getAsLong();
        try {
            commitOnce(batch, timeout, began);
        } catch (KafkaException e) {
            return failed(batch, e);
        }
        meters.committed(clock.getAsLong() - began);
        batch.acknowledge(owned);
        return CommitOutcome.OK;
    }

    /** A wakeup only shortens a poll; one that hits a commit is spent, and the commit is repeated with the time left. */
    private void commitOnce(CommitBatch batch, Duration timeout, long began) {
        Duration left = timeout;
        while (true) {
            try {
                consumer.commitSync(batch.offsets(), left);
                return;
            } catch (WakeupException e) {
                left = leftAfter(e, timeout, began);
            }
        }
    }

    private Duration leftAfter(WakeupException wakeup, Duration timeout, long began) {
        Duration left = timeout.minusNanos(clock.getAsLong() - began);
        if (left.isNegative()) {
            throw new TimeoutException("the call was interrupted until its time was over", wakeup);
        }
        return left;
    }

    /**
     * Commits without waiting. Never repeats by itself: only the caller knows whether something newer was sent.
     *
     * @param answered called once with the outcome, inside a later call of the consumer, or at once where nothing could
     *     be sent; it must not throw and must not call the consumer
     */
    public void async(CommitBatch batch, BiConsumer<CommitOutcome, Exception> answered) {
        long began = clock.getAsLong();
        if (pollDeadline.hasPassed(began)) {
            CommitFailedException left =
                    new CommitFailedException("max.poll.interval.ms has passed since the last poll");
            answered.accept(failed(batch, left), left);
            return;
        }
        try {
            consumer.commitAsync(batch.offsets(), (offsets, error) -> {
                if (error == null) {
                    meters.committed(clock.getAsLong() - began);
                    batch.acknowledge(owned);
                    answered.accept(CommitOutcome.OK, null);
                } else {
                    answered.accept(failed(batch, error), error);
                }
            });
        } catch (KafkaException e) {
            // The client tells here too of what went wrong before, as of a static id that another member uses.
            answered.accept(failed(batch, e), e);
        }
    }

    /**
     * Reads the answers that have arrived, without waiting for any. An empty commit sends nothing: it only lets the
     * client look at what became of those sent before.
     */
    public void takeAnswers() {
        try {
            consumer.commitSync(Map.of(), Duration.ZERO);
        } catch (KafkaException e) {
            // No answer yet, or a wakeup, which is spent on this. What went wrong with a commit its own callback tells.
            LOG.trace("no answer yet", e);
        }
    }

    /**
     * Asks the group what it has committed of these partitions; null for one of which nothing is. Empty where there is
     * no answer: unknown is not absent.
     */
    public Optional<Map<TopicPartition, OffsetAndMetadata>> committed(
            Set<TopicPartition> partitions, Duration timeout) {
        try {
            return Optional.of(committedOnce(partitions, timeout, clock.getAsLong()));
        } catch (KafkaException e) {
            LOG.debug("what is committed of {} is not known yet: {}", partitions, e.toString());
            return Optional.empty();
        }
    }

    /** As with a commit, a wakeup is spent, and the question is asked again. */
    private Map<TopicPartition, OffsetAndMetadata> committedOnce(
            Set<TopicPartition> partitions, Duration timeout, long began) {
        Duration left = timeout;
        while (true) {
            try {
                return consumer.committed(partitions, left);
            } catch (WakeupException e) {
                left = leftAfter(e, timeout, began);
            }
        }
    }

    /** Lets a partition that has just come start at this offset, of which the group knows nothing. */
    public void startAt(TopicPartition partition, long offset) {
        PartitionState state = owned.get(partition);
        if (state != null) {
            ClientCalls.about(partition, consumer, () -> consumer.seek(partition, offset));
            state.startAt(offset);
        }
    }

    /** How many records the worker has handled, also of partitions that went since: it never goes down. */
    public long finishedRecords() {
        return owned.finishedRecords();
    }

    /** Lets the client go on at this offset, where the partition is still this one's. */
    public void seek(PartitionState state, long offset) {
        if (owned.owns(state)) {
            ClientCalls.about(state.partition(), consumer, () -> consumer.seek(state.partition(), offset));
        }
    }

    /** These are committed, and will never be handled and made durable. */
    public void lose(PartitionRange range, String why) {
        losses.note(range, why);
    }

    /** All partitions that are owned now. */
    public Collection<PartitionState> owned() {
        return owned.all();
    }

    /** The last error of a commit, for messages; null: none yet. */
    public Exception lastError() {
        return lastError;
    }

    private CommitOutcome failed(CommitBatch batch, Exception error) {
        lastError = error;
        CommitOutcome outcome = CommitOutcome.of(error);
        meters.commitFailed(outcome.cause());
        LOG.debug("commit of {} {}: {}", batch, outcome, error.toString());
        return outcome;
    }
}

package io.millrace.worker;

import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import java.time.Duration;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
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
    private final WorkerMeters meters;
    private final PollDeadline pollDeadline;
    private final LongSupplier clock;
    private Exception lastError;

    Commits(
            Consumer<byte[], byte[]> consumer,
            OwnedPartitions owned,
            Flush handler,
            WorkerMeters meters,
            PollDeadline pollDeadline,
            LongSupplier clock) {
        this.consumer = consumer;
        this.owned = owned;
        this.handler = handler;
        this.meters = meters;
        this.pollDeadline = pollDeadline;
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
        CommitBatch batch = CommitBatch.ofDirty(states);
        if (!batch.isEmpty()) {
            flush();
        }
        return batch;
    }

    private void flush() {
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
                left = timeout.minusNanos(clock.getAsLong() - began);
                if (left.isNegative()) {
                    throw new TimeoutException("the commit was interrupted until its time was over", e);
                }
            }
        }
    }

    /**
     * Commits without waiting. Never repeats by itself: only the caller knows whether something newer was sent.
     *
     * @param answered called once with the outcome, inside a later call of the consumer; it must not throw and must not
     *     call the consumer
     */
    public void async(CommitBatch batch, BiConsumer<CommitOutcome, Exception> answered) {
        long began = clock.getAsLong();
        if (pollDeadline.hasPassed(began)) {
            CommitFailedException left =
                    new CommitFailedException("max.poll.interval.ms has passed since the last poll");
            answered.accept(failed(batch, left), left);
            return;
        }
        consumer.commitAsync(batch.offsets(), (offsets, error) -> {
            if (error == null) {
                meters.committed(clock.getAsLong() - began);
                batch.acknowledge(owned);
                answered.accept(CommitOutcome.OK, null);
            } else {
                answered.accept(failed(batch, error), error);
            }
        });
    }

    /** The last error of a commit, for messages; null: none yet. */
    public Exception lastError() {
        return lastError;
    }

    private CommitOutcome failed(CommitBatch batch, Exception error) {
        lastError = error;
        meters.commitFailed();
        CommitOutcome outcome = CommitOutcome.of(error);
        LOG.debug("commit of {} {}: {}", batch, outcome, error.toString());
        return outcome;
    }
}

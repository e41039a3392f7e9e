package io.millrace.worker;

import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.OwnedPartitions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedMemberEpochException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One poll, and what can come out of it instead of records. Used by the worker's own thread alone. */
final class Poller {
    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
    private static final long RETRY_NANOS = 50_000_000;
    private static final int MOST_UNCLEAR = 10;

    private final Consumer<byte[], byte[]> consumer;
    private final OwnedPartitions owned;
    private final RebalanceHandler rebalances;
    private final StartResolver starts;
    private final Rewinds rewinds;
    private final PollDeadline deadline;
    private final WorkerMeters meters;
    private final LongSupplier clock;
    /** Errors in a row of which nobody says whether they pass. */
    private int unclear;

    Poller(
            Consumer<byte[], byte[]> consumer,
            OwnedPartitions owned,
            RebalanceHandler rebalances,
            StartResolver starts,
            Rewinds rewinds,
            PollDeadline deadline,
            WorkerMeters meters,
            LongSupplier clock) {
        this.consumer = consumer;
        this.owned = owned;
        this.rebalances = rebalances;
        this.starts = starts;
        this.rewinds = rewinds;
        this.deadline = deadline;
        this.meters = meters;
        this.clock = clock;
    }

    /** Takes for lost what the client has let go without a word; between two polls. */
    void findGone() {
        rebalances.findGone(consumer.assignment());
    }

    /**
     * Polls once.
     *
     * @throws RebalanceFailure if something failed in the listener
     */
    ConsumerRecords<byte[], byte[]> poll(long timeoutNanos) {
        long began = clock.getAsLong();
        if (!deadline.hasPassed(began)) {
            // The client's own time begins anew with the call; if it has run out, the call will tell what was lost.
            deadline.polled(began);
        }
        ConsumerRecords<byte[], byte[]> records = pollOrAnswer(Duration.ofNanos(timeoutNanos));
        meters.polled(clock.getAsLong() - began);
        Throwable failure = rebalances.takeFailure();
        if (failure != null) {
            // Nobody will handle them: what the client stands behind is what its own close would commit.
            rewinds.unfinishedOf(Batch.of(records, owned));
            throw new RebalanceFailure(failure);
        }
        return records;
    }

    private ConsumerRecords<byte[], byte[]> pollOrAnswer(Duration timeout) {
        InvalidOffsetException question = null;
        try {
            if (rewinds.isDue()) {
                rewinds.ask();
            }
            ConsumerRecords<byte[], byte[]> records = consumer.poll(timeout);
            deadline.polled(clock.getAsLong());
            unclear = 0;
            return records;
        } catch (WakeupException e) {
            // The client may have thrown before it looked at its group: this proves nothing of the membership.
            // It only shortened the poll; what is to be done says the attention flag.
            LOG.trace("woken", e);
        } catch (InvalidOffsetException e) {
            deadline.polled(clock.getAsLong());
            question = e;
        } catch (KafkaException e) {
            if (isPassing(e)) {
                LOG.debug("the poll failed, and is tried again: {}", e.toString());
            } else {
                mayPass(e, e.getClass() == KafkaException.class);
            }
            // The next poll finds out by itself; at once it would only find the same.
            LockSupport.parkNanos(RETRY_NANOS);
        } catch (IllegalStateException e) {
            mayPass(e, true);
            // What the same poll had taken of other partitions is gone, and the client stands behind it: FetchCollector
            // keeps it for a KafkaException alone.
            rewinds.all();
            LockSupport.parkNanos(RETRY_NANOS);
        }
        if (question != null) {
            answer(question);
        }
        return ConsumerRecords.empty();
    }

    /**
     * Whether an error says that the client's view of its group, or of an offset, is old for a moment: with the consumer
     * protocol a poll may throw what the look-up of a committed offset was answered.
     */
    private static boolean isPassing(KafkaException error) {
        return error instanceof RetriableException
                || error instanceof StaleMemberEpochException
                || error instanceof FencedMemberEpochException
                || error instanceof UnknownMemberIdException;
    }

    /**
     * What the client has no name for is tried again, so often that what passes has passed. {@code Unexpected error from
     * SyncGroup} is one: a coordinator that is still loading after a restart answers so, and the client asks for a new
     * rebalance. {@code IllegalStateException} is another: with the consumer protocol a thread of the client's own takes
     * positions away, as after a leader's change, between a poll's look at a partition and its step past the records.
     */
    private void mayPass(RuntimeException error, boolean isUnclear) {
        if (!isUnclear || ++unclear > MOST_UNCLEAR) {
            throw error;
        }
        LOG.warn("the poll failed, and is tried again: {}", error.toString());
    }

    private void answer(InvalidOffsetException question) {
        try {
            starts.resolve(question);
        } catch (WakeupException e) {
            notAnswered(question, e);
        } catch (KafkaException e) {
            if (!isPassing(e)) {
                throw e;
            }
            notAnswered(question, e);
        }
    }

    /** The next poll asks again. */
    private static void notAnswered(InvalidOffsetException question, KafkaException why) {
        LOG.debug("the start of {} is not decided yet: {}", question.partitions(), why.toString());
    }
}

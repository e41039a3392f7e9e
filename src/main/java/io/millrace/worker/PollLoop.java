package io.millrace.worker;

import io.millrace.offsets.OwnedPartitions;
import io.millrace.process.RecordFailure;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * One turn after the other: read the mailbox, poll, handle, let the strategy commit. It knows nothing of threads: a
 * test can drive it by hand. Used by the worker's own thread alone.
 */
final class PollLoop {
    /** After records came, the next poll is short, so that the end of a burst is seen soon. */
    private static final long BUSY_POLL_NANOS = 100_000_000;

    private final OwnedPartitions owned;
    private final Poller poller;
    private final Rewinds rewinds;
    private final BatchRunner runner;
    private final DeliveryStrategy strategy;
    private final RecordBudget budget;
    private final Pauses pauses;
    private final Mailbox mailbox;
    private final SnapshotPublisher publisher;
    private final long pollNanos;
    private final LongSupplier clock;
    private boolean busy;
    private boolean handling;

    PollLoop(
            OwnedPartitions owned,
            Poller poller,
            Rewinds rewinds,
            BatchRunner runner,
            DeliveryStrategy strategy,
            RecordBudget budget,
            Pauses pauses,
            Mailbox mailbox,
            SnapshotPublisher publisher,
            Duration pollTimeout,
            LongSupplier clock) {
        this.owned = owned;
        this.poller = poller;
        this.rewinds = rewinds;
        this.runner = runner;
        this.strategy = strategy;
        this.budget = budget;
        this.pauses = pauses;
        this.mailbox = mailbox;
        this.publisher = publisher;
        this.pollNanos = pollTimeout.toNanos();
        this.clock = clock;
    }

    /**
     * One poll and what follows from it.
     *
     * @throws RecordFailure if a record failed and the run is to stop
     */
    void runOnce() throws RecordFailure {
        mailbox.runAll(this);
        runner.commitIfAsked();
        poller.findGone();
        pauses.set(Pauses.Reason.COMMIT_DUE, strategy.isBlocked());
        pauses.set(Pauses.Reason.BUDGET, budget.isDrawn());
        boolean wasBusy = busy;
        handling = true;
        ConsumerRecords<byte[], byte[]> records = poller.poll(pollTimeout());
        busy = !records.isEmpty();
        if (busy || !records.nextOffsets().isEmpty()) {
            handle(Batch.of(records, owned));
        }
        handling = rewinds.isDue();
        strategy.turn(clock.getAsLong());
        if (wasBusy && !busy) {
            publish(publisher.showsResult());
        }
    }

    /** A poll that fetches nothing: it lets the client go on with a rebalance, and hear of commits. */
    void pollPaused(Duration timeout) {
        poller.findGone();
        pauses.set(Pauses.Reason.DRAINING, true);
        ConsumerRecords<byte[], byte[]> records = poller.poll(timeout.toNanos());
        if (!records.isEmpty()) {
            rewinds.unfinishedOf(Batch.of(records, owned));
        }
    }

    private long pollTimeout() {
        long wanted = busy ? Math.min(pollNanos, BUSY_POLL_NANOS) : pollNanos;
        return Math.min(wanted, strategy.nanosToTurn(clock.getAsLong()));
    }

    private void handle(Batch batch) throws RecordFailure {
        try {
            runner.run(batch, () -> mailbox.runAll(this));
        } finally {
            // After a failure too: what the client stands behind is what its own close would commit.
            if (!batch.isDone()) {
                rewinds.unfinishedOf(batch);
            }
        }
        batch.passGaps(owned);
    }

    /** Shows what is true now; asked for through the mailbox. */
    void publish(boolean withResult) {
        if (!handling) {
            // While records are in hand, or were dropped by a failure, the client stands behind all of them already.
            publisher.lookUpPositions();
        }
        publisher.publish(withResult);
    }
}

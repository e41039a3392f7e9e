package io.millrace.worker;

import io.millrace.metrics.WorkerMeters;
import io.millrace.process.Attention;
import io.millrace.process.PartitionRun;
import io.millrace.process.Processor;
import io.millrace.process.RecordFailure;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Takes what a poll returned through the processor, chunk by chunk, with a turn of the strategy between two chunks.
 * Used by the worker's own thread alone.
 */
final class BatchRunner {
    private final Processor processor;
    private final DeliveryStrategy strategy;
    private final RecordBudget budget;
    private final Attention attention;
    private final WorkerMeters meters;
    private final ActiveTime active;
    private final Runnable committedAhead;
    private final BooleanSupplier isOverdue;
    private final PollDeadline pollDeadline;
    private final LongSupplier clock;

    /**
     * @param committedAhead called before records of a partition are handled that are committed already
     * @param isOverdue whether the time to stop is over, should a stop be asked for
     */
    BatchRunner(
            Processor processor,
            DeliveryStrategy strategy,
            RecordBudget budget,
            Attention attention,
            WorkerMeters meters,
            ActiveTime active,
            Runnable committedAhead,
            BooleanSupplier isOverdue,
            PollDeadline pollDeadline,
            LongSupplier clock) {
        this.processor = processor;
        this.strategy = strategy;
        this.budget = budget;
        this.attention = attention;
        this.meters = meters;
        this.active = active;
        this.committedAhead = committedAhead;
        this.isOverdue = isOverdue;
        this.pollDeadline = pollDeadline;
        this.clock = clock;
    }

    /**
     * Handles as much of the batch as the budget and the strategy allow, until a stop is asked for.
     *
     * @param interrupted what to do between two records when attention is raised
     * @throws RecordFailure if a record failed and the run is to stop before it
     */
    void run(Batch batch, Runnable interrupted) throws RecordFailure {
        int drawn = budget.draw(batch.size());
        int left = drawn;
        try {
            while (left > 0 && !attention.isStopping()) {
                int chunk = batch.cut(Math.min(left, strategy.chunkLimit()), strategy.cutsByPartition());
                if (chunk == 0 || !mayBegin(batch)) {
                    break;
                }
                runChunk(batch, interrupted);
                left -= chunk;
                if (batch.hasChunk()) {
                    // Stopped or blocked on the way: with a next chunk, the rest of this one would exceed its limit.
                    break;
                }
                if (left > 0) {
                    strategy.turn(clock.getAsLong());
                }
                if (strategy.isBlocked()) {
                    break;
                }
            }
        } finally {
            attention.putOffStop(false);
            // After a failure too: the other workers may handle what this one did not.
            budget.giveBack(drawn - batch.finished());
        }
    }

    private boolean mayBegin(Batch batch) {
        if (!strategy.begin(batch.chunk())) {
            return false;
        }
        if (strategy.commitsAhead()) {
            attention.putOffStop(true);
        }
        return true;
    }

    private void runChunk(Batch batch, Runnable interrupted) throws RecordFailure {
        long began = clock.getAsLong();
        active.began(began);
        int before = batch.finished();
        long bytesBefore = batch.bytes();
        try {
            for (PartitionRun run : batch.runs()) {
                runPartition(run, interrupted);
            }
        } catch (RecordFailure e) {
            meters.failed(e.isUndecodable());
            throw e;
        } finally {
            int finished = batch.finished() - before;
            long ended = clock.getAsLong();
            active.ended(ended);
            meters.handled(finished, batch.bytes() - bytesBefore, ended - began);
            budget.finished(finished);
        }
    }

    private void runPartition(PartitionRun run, Runnable interrupted) throws RecordFailure {
        if (strategy.commitsAhead() && run.hasChunk()) {
            // Whoever looks must see what would be lost, should a record of these never end, and that those of the
            // partitions before are handled.
            committedAhead.run();
        }
        while (run.hasChunk() && !mustStop()) {
            processor.process(run);
            if (attention.isRaised()) {
                interrupted.run();
                commitOnTheWay();
            }
        }
    }

    /** Between two records of a chunk: the handler may have asked for a commit, or the time for one may have come. */
    private void commitOnTheWay() {
        if (!commitIfAsked() && strategy.nanosToTurn(clock.getAsLong()) <= 0) {
            strategy.turn(clock.getAsLong());
        }
    }

    /** Commits where the handler has asked for it. */
    boolean commitIfAsked() {
        boolean asked = attention.takeCommit();
        if (asked) {
            strategy.commitNow(clock.getAsLong());
        }
        return asked;
    }

    private boolean mustStop() {
        if (strategy.isBlocked()) {
            return true;
        }
        if (strategy.commitsAhead()) {
            // What is left of the chunk is committed: nobody else would handle it.
            return attention.isStopping() && isOverdue.getAsBoolean();
        }
        // After the client's time between two polls the partitions may be another's, who begins with these records.
        return attention.isStopping() || pollDeadline.hasPassed(clock.getAsLong());
    }
}

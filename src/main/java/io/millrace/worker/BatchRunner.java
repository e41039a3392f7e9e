package io.millrace.worker;

import io.millrace.metrics.WorkerMeters;
import io.millrace.process.Attention;
import io.millrace.process.PartitionRun;
import io.millrace.process.Processor;
import io.millrace.process.RecordFailure;
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
    private final LongSupplier clock;

    BatchRunner(
            Processor processor,
            DeliveryStrategy strategy,
            RecordBudget budget,
            Attention attention,
            WorkerMeters meters,
            ActiveTime active,
            LongSupplier clock) {
        this.processor = processor;
        this.strategy = strategy;
        this.budget = budget;
        this.attention = attention;
        this.meters = meters;
        this.active = active;
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
        while (left > 0 && !attention.isStopping()) {
            int chunk = batch.cut(Math.min(left, strategy.chunkLimit()));
            if (chunk == 0) {
                break;
            }
            runChunk(batch, interrupted);
            left -= chunk;
            if (left > 0) {
                strategy.turn(clock.getAsLong());
            }
        }
        budget.giveBack(drawn - batch.finished());
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
        while (run.hasChunk() && !attention.isStopping()) {
            processor.process(run);
            if (attention.isRaised()) {
                interrupted.run();
            }
        }
    }
}

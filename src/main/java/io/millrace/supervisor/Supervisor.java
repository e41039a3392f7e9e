package io.millrace.supervisor;

import io.millrace.config.MillraceConfig;
import io.millrace.worker.RecordBudget;
import io.millrace.worker.WorkerSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * One run of the engine: starts the workers, watches them, ends the run when a bound is reached, a worker fails or
 * somebody asks, and tells how it ended. Lives once. All methods may be called by any thread; the work is done on the
 * thread {@code millrace-supervisor}.
 */
public final class Supervisor {
    private final MillraceConfig config;
    private final RunBounds bounds;
    private final EngineParts parts;
    private final LongSupplier clock;
    private final StopRequests stopRequests = new StopRequests();
    private final CompletableFuture<EngineReport> report = new CompletableFuture<>();
    private final Instant startedAt = Instant.now();
    private final long startNanos;
    private volatile RunView view = RunView.NONE;

    public Supervisor(MillraceConfig config, EngineParts parts, RunBounds bounds) {
        this(config, parts, bounds, System::nanoTime);
    }

    Supervisor(MillraceConfig config, EngineParts parts, RunBounds bounds, LongSupplier clock) {
        this.config = config;
        this.parts = parts;
        this.bounds = bounds;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
    }

    /**
     * Starts; returns at once.
     *
     * @throws IllegalStateException at a second call
     */
    public synchronized void start() {
        if (view != RunView.NONE) {
            throw new IllegalStateException("an engine starts once; make a new one");
        }
        view = RunView.NONE.with(EngineState.STARTING);
        RecordBudget budget = bounds.maxRecords().isPresent()
                ? RecordBudget.of(bounds.maxRecords().getAsLong())
                : RecordBudget.unlimited();
        EngineRun run = new EngineRun(config, parts, bounds, budget, stopRequests, clock, shown -> view = shown);
        new Thread(() -> finish(run), "millrace-supervisor").start();
    }

    /** Whoever waits for the report must get it, whatever happens. */
    private void finish(EngineRun run) {
        try {
            report.complete(reportOf(run.run()));
        } catch (RuntimeException | Error e) {
            report.completeExceptionally(e);
            throw e;
        }
    }

    public boolean isStarted() {
        return view != RunView.NONE;
    }

    /** Asks for a stop within the configured time; the first reason that is given stays. */
    public void stop(StopReason reason) {
        stop(reason, config.shutdown().drain(), config.shutdown().total());
    }

    /**
     * Asks for a stop: so long to finish and commit, so long in all.
     *
     * @throws IllegalStateException before the start
     */
    public void stop(StopReason reason, Duration drain, Duration total) {
        if (!isStarted()) {
            throw new IllegalStateException("the engine was not started");
        }
        stopRequests.post(new StopRequests.Request(reason, drain, total));
    }

    /** Ends with how the run ended; exceptionally only by a fault of the engine itself. */
    public CompletableFuture<EngineReport> report() {
        return report.copy();
    }

    /** Asks the handlers for their results; the next snapshots will have them. */
    public void requestResults() {
        Crew crew = view.crew();
        if (crew != null) {
            crew.requestResults();
        }
    }

    /**
     * Interrupts what has not ended in time: the last resort of an application that lives on. Its partitions move when
     * the group misses it.
     */
    public void interrupt() {
        Crew crew = view.crew();
        if (crew != null) {
            crew.interrupt();
        }
    }

    /** The records that handlers have in hand at this moment. */
    public List<Abandoned> inHand() {
        RunView now = view;
        return now.crew() == null ? List.of() : now.crew().inHand(clock.getAsLong());
    }

    /** The engine as it is known now; costs no request to the broker. */
    public EngineSnapshot snapshot() {
        RunView now = view;
        List<WorkerSnapshot> workers =
                now.crew() == null ? List.of() : now.crew().snapshots();
        return new EngineSnapshot(
                config.name(),
                config.kafka().groupId(),
                now.state(),
                startedAt,
                (clock.getAsLong() - startNanos) / 1e9,
                Totals.activeSeconds(workers),
                Totals.counts(workers),
                workers,
                Totals.partitions(
                        workers,
                        now.lags() == null ? Map.of() : now.lags().committed(),
                        now.lags() == null ? Map.of() : now.lags().ends()),
                now.abandoned(),
                Totals.gaps(workers),
                Totals.lost(workers, now.abandoned()),
                progress(now, workers),
                Totals.result(workers));
    }

    private Optional<RunProgress> progress(RunView now, List<WorkerSnapshot> workers) {
        if (now.pinned() != null) {
            return Optional.of(
                    now.pinned().progress(Positions.of(workers, now.lags().committed())));
        }
        if (bounds.maxRecords().isPresent()) {
            long total = bounds.maxRecords().getAsLong();
            return Optional.of(new RunProgress(Math.min(Totals.counts(workers).handled(), total), total, "records"));
        }
        return Optional.empty();
    }

    private EngineReport reportOf(EngineRun.Outcome outcome) {
        return new EngineReport(snapshot(), outcome.stopped(), outcome.drained(), outcome.failures());
    }
}

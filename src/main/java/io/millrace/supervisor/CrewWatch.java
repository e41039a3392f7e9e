package io.millrace.supervisor;

import io.millrace.config.MillraceConfig;
import io.millrace.worker.Deadline;
import io.millrace.worker.WorkerExit;
import io.millrace.worker.WorkerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Watches the workers, tick by tick, until all have ended or the time to stop is over. The supervisor's thread alone.
 */
final class CrewWatch {
    private static final Logger LOG = LoggerFactory.getLogger(CrewWatch.class);
    private static final long TICK_MILLIS = 25;
    private static final long SNAPSHOT_NANOS = 250_000_000;
    private static final long LAG_NANOS = 5_000_000_000L;
    /** A worker that uses all of its time must still be able to say so. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private static final long FOREIGN_LAG_NANOS = 500_000_000;

    private final Crew crew;
    private final LagWatch lags;
    private final BoundCheck bound;
    private final int partitions;
    private final StopRequests requests;
    private final MillraceConfig config;
    private final LongSupplier clock;
    private final Consumer<EngineFailure> failed;
    private final IdleNotice idle;
    private long nextSnapshot;
    private long nextLag;
    private StopReason reason;
    private Deadline deadline;
    private List<Abandoned> abandoned = List.of();

    CrewWatch(
            Crew crew,
            LagWatch lags,
            BoundCheck bound,
            int partitions,
            StopRequests requests,
            MillraceConfig config,
            LongSupplier clock,
            Consumer<EngineFailure> failed) {
        this.crew = crew;
        this.lags = lags;
        this.bound = bound;
        this.partitions = partitions;
        this.requests = requests;
        this.config = config;
        this.clock = clock;
        this.failed = failed;
        this.idle = new IdleNotice(crew.workers().size(), partitions);
        this.nextSnapshot = clock.getAsLong();
        this.nextLag = nextSnapshot;
    }

    /** The records that were still in hand when the time was over. */
    List<Abandoned> abandoned() {
        return abandoned;
    }

    /**
     * Watches until the end.
     *
     * @param stopping called once when the stop begins
     * @return why the run ended
     */
    StopReason untilEnded(Runnable stopping) throws InterruptedException {
        while (!crew.hasEnded()) {
            StopRequests.Request asked = requests.take(TICK_MILLIS);
            if (asked != null && reason == null) {
                beginStop(asked, stopping);
            }
            tick(clock.getAsLong());
            if (deadline != null && deadline.hasPassed() && !crew.hasEnded()) {
                giveUp();
                return reason;
            }
        }
        return reason;
    }

    private void tick(long now) throws InterruptedException {
        crew.newExits().forEach(this::ended);
        crew.look(now);
        if (now - nextSnapshot >= 0) {
            nextSnapshot = now + SNAPSHOT_NANOS;
            crew.requestSnapshots();
        }
        List<WorkerSnapshot> workers = crew.snapshots();
        idle.look(workers, partitions, now);
        if (now - nextLag >= 0) {
            lags.refresh();
            nextLag = now + (bound.needsCommitted(workers, partitions) ? FOREIGN_LAG_NANOS : LAG_NANOS);
        }
        if (reason == null) {
            bound.reached(workers, lags.committed(), now).ifPresent(this::post);
        }
    }

    private void post(StopReason why) {
        requests.post(new StopRequests.Request(
                why, config.shutdown().drain(), config.shutdown().total()));
    }

    private void ended(WorkerExit exit) {
        exit.failure().ifPresent(cause -> failed.accept(EngineFailure.of("worker " + exit.worker(), cause)));
        if (reason == null) {
            post(StopReason.FAILURE);
        }
    }

    private void beginStop(StopRequests.Request asked, Runnable stopping) {
        reason = asked.reason();
        LOG.atLevel(reason.isAskedFor() ? Level.INFO : Level.DEBUG)
                .log("stopping ({}): records in hand are finished and committed", reason.text());
        stopping.run();
        deadline = Deadline.after(asked.total().plus(GRACE), clock);
        crew.stop(Deadline.after(asked.drain(), clock));
    }

    /** The time is over: what is still in hand is named, with what becomes of it. */
    private void giveUp() throws InterruptedException {
        abandoned = crew.inHand(clock.getAsLong());
        abandoned.forEach(record -> LOG.error(
                "worker {} still has {}@{} in hand after {} s; {}",
                record.worker(),
                record.partition(),
                record.offset(),
                Math.round(record.runningSeconds()),
                Abandoned.fate(config.delivery().mode())));
        crew.newExits().forEach(this::ended);
    }
}

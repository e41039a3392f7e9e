package io.millrace.supervisor;

import io.millrace.config.MillraceConfig;
import io.millrace.worker.Deadline;
import io.millrace.worker.RecordBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the supervisor's thread does, from the first question to the broker to the last. That thread alone. */
final class EngineRun {
    private static final Logger LOG = LoggerFactory.getLogger(EngineRun.class);
    private static final Duration LAST_LOOK = Duration.ofSeconds(1);
    /** Questions that are still open then are of no use to anybody. */
    private static final Duration ADMIN_CLOSE = Duration.ofMillis(200);

    /** How it ended. */
    record Outcome(StopReason stopped, boolean drained, List<EngineFailure> failures) {}

    private final MillraceConfig config;
    private final EngineParts parts;
    private final RunBounds bounds;
    private final RecordBudget budget;
    private final StopRequests requests;
    private final LongSupplier clock;
    private final Consumer<RunView> shown;
    private final ClientSettings clients;
    private final Shared shared = new Shared();
    private final List<EngineFailure> failures = new ArrayList<>();
    private RunView view = RunView.NONE.with(EngineState.STARTING);

    EngineRun(
            MillraceConfig config,
            EngineParts parts,
            RunBounds bounds,
            RecordBudget budget,
            StopRequests requests,
            LongSupplier clock,
            Consumer<RunView> shown) {
        this.config = config;
        this.parts = parts;
        this.bounds = bounds;
        this.budget = budget;
        this.requests = requests;
        this.clock = clock;
        this.shown = shown;
        this.clients = new ClientSettings(config, UUID.randomUUID().toString().substring(0, 8));
    }

    Outcome run() {
        Outcome outcome = null;
        Reporters reporters = Reporters.start(config, parts.metrics());
        Admin admin = null;
        try {
            admin = start();
            outcome = run(admin);
        } catch (StartFailure e) {
            fail(e.failure());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(new EngineFailure(EngineFailure.Kind.FAILED, "the supervisor was interrupted", e));
        } catch (RuntimeException | Error e) {
            fail(new EngineFailure(EngineFailure.Kind.FAILED, "the supervisor failed: " + e, e));
        } finally {
            if (admin != null) {
                admin.close(ADMIN_CLOSE);
            }
            shared.closeAll();
            reporters.close();
            show(view.with(EngineState.STOPPED));
        }
        return outcome != null && failures.isEmpty() ? outcome : failed(outcome);
    }

    private Outcome failed(Outcome outcome) {
        return new Outcome(StopReason.FAILURE, outcome == null || outcome.drained(), List.copyOf(failures));
    }

    private Admin start() throws StartFailure, InterruptedException {
        return new AdminStart(config, clients.admin(), startDeadline(), requests::any).create();
    }

    private Deadline startDeadline() {
        return Deadline.after(config.startTimeout(), clock);
    }

    private Outcome run(Admin admin) throws StartFailure, InterruptedException {
        Deadline deadline = startDeadline();
        List<TopicPartition> partitions = new Preflight(config, admin, deadline, requests::any).await();
        StopRequests.Request early = requests.take(0);
        if (early != null) {
            return new Outcome(early.reason(), true, List.of());
        }
        LagWatch lags = new LagWatch(admin, config.kafka().groupId(), partitions, clients.isReadCommitted());
        PinnedEnds pinned = bounds.untilEnd() ? new EndPin(config, lags).pin(deadline) : null;
        if (pinned != null && pinned.areReached(Map.of())) {
            LOG.info(
                    "nothing to read: group {} has committed the end of {}",
                    config.kafka().groupId(),
                    config.source().topics());
        }
        show(view.with(lags, pinned));
        Crew crew = crewFor(partitions.size());
        show(view.with(crew).with(EngineState.RUNNING));
        BoundCheck bound = new BoundCheck(bounds, budget, pinned, clock.getAsLong());
        CrewWatch watch = new CrewWatch(crew, lags, bound, partitions.size(), requests, config, clock, this::fail);
        StopReason reason = watch.untilEnded(() -> show(view.with(EngineState.STOPPING)));
        show(view.with(watch.abandoned()));
        lags.refreshNow(LAST_LOOK);
        return new Outcome(reason, crew.hasEnded() && crew.endedClean(), List.of());
    }

    private Crew crewFor(int partitions) {
        int count = config.workers()
                .count()
                .resolve(partitions, Runtime.getRuntime().availableProcessors());
        WorkerFactory factory = new WorkerFactory(config, clients, parts, shared, budget, clock);
        Crew crew = new Crew(IntStream.range(0, count).mapToObj(factory::create).toList());
        crew.start();
        return crew;
    }

    private void fail(EngineFailure failure) {
        LOG.error("{}", failure.message());
        if (failure.cause() != null) {
            LOG.debug("because of", failure.cause());
        }
        failures.add(failure);
    }

    private void show(RunView next) {
        view = next;
        shown.accept(next);
    }
}

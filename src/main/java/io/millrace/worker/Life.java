package io.millrace.worker;

import io.millrace.api.RecordHandler;
import io.millrace.offsets.OwnedPartitions;
import io.millrace.process.Attention;
import io.millrace.process.Decoder;
import io.millrace.process.InlineProcessor;
import io.millrace.process.Processor;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a worker's life: opens what the worker works with, and gives it back in the reverse order whatever has
 * happened. Used by the worker's own thread alone.
 */
final class Life {
    private static final Logger LOG = LoggerFactory.getLogger(Life.class);
    private static final Duration DRAIN_POLL = Duration.ofMillis(50);

    private final WorkerSetup setup;
    private final Attention attention;
    private final Mailbox mailbox;
    private final Supplier<WorkerState> state;
    private final java.util.function.Consumer<WorkerSnapshot> shown;
    private final BooleanSupplier isOverdue;
    private final OwnedPartitions owned;

    private RecordHandler<Object, Object> handler;
    private Decoder<Object> keys;
    private Decoder<Object> values;
    private Consumer<byte[], byte[]> consumer;
    private DeliveryStrategy strategy;
    private Losses losses;
    private OwnershipEnd end;
    private RebalanceHandler rebalances;
    private PollLoop loop;

    Life(
            WorkerSetup setup,
            Attention attention,
            Mailbox mailbox,
            Supplier<WorkerState> state,
            java.util.function.Consumer<WorkerSnapshot> shown,
            BooleanSupplier isOverdue) {
        this.setup = setup;
        this.attention = attention;
        this.mailbox = mailbox;
        this.state = state;
        this.shown = shown;
        this.isOverdue = isOverdue;
        this.owned = new OwnedPartitions(setup.epochs());
    }

    /** Makes and opens everything, the handler first, and subscribes. */
    Consumer<byte[], byte[]> open() throws Exception {
        handler = setup.handler().get();
        handler.open(setup.context().apply(() -> attention.raise(Attention.COMMIT)));
        keys = setup.keys().get();
        values = setup.values().get();
        consumer = setup.consumer().get();
        wire();
        consumer.subscribe(setup.topics(), rebalances);
        return consumer;
    }

    private void wire() {
        WorkerSetup.Times times = setup.times();
        PollDeadline pollDeadline = new PollDeadline(times.maxPollInterval());
        losses = new Losses(setup.number(), setup.meters());
        Commits commits = new Commits(
                consumer,
                owned,
                () -> handler.flush(),
                losses,
                setup.meters(),
                pollDeadline,
                setup.delivery().metadata(),
                setup.clock());
        strategy = setup.delivery().strategy().apply(commits);
        Pauses pauses = new Pauses(consumer, owned);
        CallbackFailures failures = new CallbackFailures();
        end = new OwnershipEnd(owned, strategy, handler, losses, failures);
        rebalances = new RebalanceHandler(
                setup.number(),
                owned,
                strategy,
                handler,
                end,
                pauses,
                failures,
                setup.meters(),
                times.revoke(),
                setup.clock());
        StartResolver starts = new StartResolver(consumer, owned, setup.otherwise(), times.question());
        Rewinds rewinds = new Rewinds(consumer, owned, starts);
        ActiveTime active = new ActiveTime();
        SnapshotPublisher publisher = new SnapshotPublisher(
                setup.number(),
                consumer,
                owned,
                rebalances,
                starts,
                losses,
                handler,
                setup.meters(),
                active,
                state,
                shown);
        Processor processor = new InlineProcessor<>(keys, values, handler, setup.failures(), attention);
        BatchRunner runner = new BatchRunner(
                processor,
                strategy,
                setup.budget(),
                attention,
                setup.meters(),
                active,
                () -> publisher.publish(false),
                isOverdue,
                pollDeadline,
                setup.clock());
        loop = new PollLoop(
                owned,
                new Poller(consumer, owned, rebalances, starts, rewinds, pollDeadline, setup.meters(), setup.clock()),
                rewinds,
                runner,
                strategy,
                setup.budget(),
                pauses,
                mailbox,
                publisher,
                times.poll(),
                setup.clock());
    }

    PollLoop loop() {
        return loop;
    }

    /** Commits everything that is finished; true when the broker has acknowledged it before the deadline. */
    boolean drain(Deadline deadline) {
        loop.publish(true);
        // What went before the stop began is no fault of the stop.
        end.takeUncommitted();
        int lost = losses.ranges().size();
        boolean committed = strategy.finish(deadline);
        while (!committed && !deadline.hasPassed()) {
            // A rebalance under way must go on before a commit is accepted again.
            loop.pollPaused(DRAIN_POLL);
            committed = strategy.finish(deadline);
        }
        loop.publish(true);
        if (!committed) {
            strategy.forsake();
        }
        giveUp();
        // Lost is also what was committed and there was no time to handle.
        boolean isComplete = losses.ranges().size() == lost;
        return committed && isComplete && !end.takeUncommitted();
    }

    /**
     * After a failure: commits what is finished if that can be trusted.
     *
     * @return whether all of it was committed
     */
    boolean abandon(Throwable failure, Deadline deadline) {
        if (loop == null) {
            return true;
        }
        boolean committed = canCommitAfter(failure) && tryToDrain(deadline);
        if (!committed) {
            strategy.forsake();
        }
        // The consumer's close would let the listener commit: what was not committed by now must not be.
        end.given(List.copyOf(owned.all()));
        return committed;
    }

    private boolean tryToDrain(Deadline deadline) {
        try {
            return drain(deadline);
        } catch (Throwable e) {
            LOG.warn("the last commit of worker {} failed: {}", setup.number(), e.toString());
            return false;
        }
    }

    private static boolean canCommitAfter(Throwable failure) {
        Throwable cause = failure instanceof RebalanceFailure ? failure.getCause() : failure;
        return !(cause instanceof VirtualMachineError)
                && !(cause instanceof FlushFailure)
                && !(cause instanceof CommitRefusedException);
    }

    private void giveUp() {
        end.given(List.copyOf(owned.all()));
        Throwable failure = rebalances.takeFailure();
        if (failure != null) {
            throw new RebalanceFailure(failure);
        }
    }

    /**
     * Leaves the group and closes everything that was opened.
     *
     * @param failure what went wrong before, or null
     * @return what went wrong, now or before; null: nothing
     */
    Throwable close(Throwable failure) {
        Throwable first = failure;
        if (consumer != null) {
            CloseOptions options = CloseOptions.timeout(setup.times().close());
            first = firstOf(first, failureOf(() -> consumer.close(options)));
        }
        if (handler != null) {
            first = firstOf(first, failureOf(handler::close));
        }
        if (keys != null) {
            first = firstOf(first, failureOf(keys::close));
        }
        if (values != null) {
            first = firstOf(first, failureOf(values::close));
        }
        return first;
    }

    /** The last snapshot, with the final state and counts in it. */
    WorkerSnapshot lastSnapshot(WorkerSnapshot published, WorkerState last) {
        return new WorkerSnapshot(
                published.worker(),
                last,
                Activity.IDLE,
                setup.meters().counts(),
                List.of(),
                loop == null ? published.partitions() : owned.views(),
                published.gaps(),
                losses == null ? List.of() : losses.ranges(),
                published.firstPolled(),
                published.lastFinished(),
                published.result());
    }

    private static Throwable firstOf(Throwable first, Throwable next) {
        if (first == null || next == null) {
            return first == null ? next : first;
        }
        first.addSuppressed(next);
        return first;
    }

    private interface Step {
        void run() throws Exception;
    }

    private static Throwable failureOf(Step step) {
        try {
            step.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }
}

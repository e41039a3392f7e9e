package io.millrace.worker;

import io.millrace.process.Attention;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker from its first step to its last: it lives once, on one thread, and ends in a {@link WorkerExit}. {@link
 * #call} runs on that thread; all other public methods may be called by any.
 *
 * <p>Invariant: every way out commits what is finished or says why not, tells the handler, and leaves the group.
 */
public final class Worker implements Callable<WorkerExit> {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Mailbox.Command PUBLISH = loop -> loop.publish(false);
    private static final Mailbox.Command PUBLISH_RESULT = loop -> loop.publish(true);

    private final WorkerSetup setup;
    private final Attention attention = new Attention();
    private final Mailbox mailbox = new Mailbox(attention);
    private volatile WorkerSnapshot snapshot;
    private volatile Consumer<byte[], byte[]> wakeable;
    private volatile Deadline drainDeadline;
    private WorkerState state = WorkerState.CREATED;

    public Worker(WorkerSetup setup) {
        this.setup = setup;
        this.snapshot = WorkerSnapshot.initial(setup.number());
    }

    public int number() {
        return setup.number();
    }

    /** What was published last. */
    public WorkerSnapshot snapshot() {
        return snapshot;
    }

    /** Asks for a new snapshot; it comes between two records, or when the poll ends. */
    public void requestSnapshot(boolean withResult) {
        mailbox.post(withResult ? PUBLISH_RESULT : PUBLISH);
    }

    /** The record that the handler has in hand, or null. */
    public ConsumerRecord<byte[], byte[]> inHand() {
        return attention.inHand();
    }

    /** Asks the worker to stop after the record in hand and to commit by the deadline. */
    public void stop(Deadline drain) {
        drainDeadline = drain;
        attention.raise(Attention.STOP);
        Consumer<byte[], byte[]> consumer = wakeable;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    /** The whole life. Never throws: what went wrong is in the exit. */
    @Override
    public WorkerExit call() {
        Life life = new Life(setup, attention, mailbox, this::state, shown -> snapshot = shown, this::isOverdue);
        Throwable failure = null;
        boolean clean = false;
        try {
            moveTo(WorkerState.STARTING, "start");
            wakeable = life.open();
            moveTo(WorkerState.RUNNING, "subscribed");
            while (!attention.isStopping()) {
                life.loop().runOnce();
            }
            moveTo(WorkerState.DRAINING, "stop");
            clean = life.drain(drain());
        } catch (Throwable e) {
            failure = e;
            clean = life.abandon(e, Deadline.after(setup.times().drain(), setup.clock()));
        }
        wakeable = null;
        failure = life.close(failure);
        moveTo(
                failure == null ? WorkerState.STOPPED : WorkerState.FAILED,
                failure == null ? "done" : failure.toString());
        snapshot = life.lastSnapshot(snapshot, state);
        return new WorkerExit(setup.number(), clean, Optional.ofNullable(failure), snapshot);
    }

    private Deadline drain() {
        Deadline asked = drainDeadline;
        return asked != null ? asked : Deadline.after(setup.times().drain(), setup.clock());
    }

    private boolean isOverdue() {
        Deadline asked = drainDeadline;
        return asked != null && asked.hasPassed();
    }

    private WorkerState state() {
        return state;
    }

    private void moveTo(WorkerState next, String reason) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("a worker cannot go from " + state + " to " + next);
        }
        LOG.debug("worker {}: {} -> {} ({})", setup.number(), state, next, reason);
        state = next;
    }
}

package io.millrace.worker;

import io.millrace.api.RecordHandler;
import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a worker's snapshot out of what the worker's thread alone may read, and shows it to the others. Called by the
 * worker's own thread alone; {@link #latest} by any.
 */
final class SnapshotPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotPublisher.class);

    private final int worker;
    private final Consumer<byte[], byte[]> consumer;
    private final OwnedPartitions owned;
    private final RebalanceHandler rebalances;
    private final StartResolver starts;
    private final Losses losses;
    private final RecordHandler<?, ?> handler;
    private final WorkerMeters meters;
    private final ActiveTime active;
    private final Supplier<WorkerState> state;
    private final java.util.function.Consumer<WorkerSnapshot> shown;
    private Optional<HandlerResult> result = Optional.empty();

    SnapshotPublisher(
            int worker,
            Consumer<byte[], byte[]> consumer,
            OwnedPartitions owned,
            RebalanceHandler rebalances,
            StartResolver starts,
            Losses losses,
            RecordHandler<?, ?> handler,
            WorkerMeters meters,
            ActiveTime active,
            Supplier<WorkerState> state,
            java.util.function.Consumer<WorkerSnapshot> shown) {
        this.worker = worker;
        this.consumer = consumer;
        this.owned = owned;
        this.rebalances = rebalances;
        this.starts = starts;
        this.losses = losses;
        this.handler = handler;
        this.meters = meters;
        this.active = active;
        this.state = state;
        this.shown = shown;
    }

    /** Whether anybody has ever asked for the handler's result: it is then kept up to date at each pause. */
    boolean showsResult() {
        return result.isPresent();
    }

    /** Without a new result, the last one is shown on. */
    void publish(boolean withResult) {
        if (withResult) {
            lookUpResult();
        }
        shown.accept(new WorkerSnapshot(
                worker,
                state.get(),
                activity(),
                meters.counts(),
                List.copyOf(owned.partitions()),
                owned.views(),
                starts.gaps(),
                losses.ranges(),
                active.first(),
                active.last(),
                result));
    }

    /** A result that cannot be told is no reason to lose a commit: the last one is shown on. */
    private void lookUpResult() {
        try {
            result = Optional.of(new HandlerResult(handler.result(), handler::merge));
        } catch (RuntimeException e) {
            LOG.error("worker {}: the handler's result failed: {}", worker, e.toString());
        }
    }

    /** A partition of which no record came yet stands where the client found the group's commit. */
    void lookUpPositions() {
        for (PartitionState partition : owned.all()) {
            if (partition.position() < 0) {
                try {
                    partition.foundAt(consumer.position(partition.partition(), Duration.ZERO));
                } catch (KafkaException | IllegalStateException e) {
                    // Not known yet, or the member is none any more, which the next poll will tell: it stays unknown.
                    continue;
                }
            }
        }
    }

    private Activity activity() {
        if (!rebalances.hasJoined()) {
            return Activity.JOINING;
        }
        return owned.isEmpty() ? Activity.IDLE : Activity.POLLING;
    }
}

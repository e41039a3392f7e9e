package io.millrace.worker;

import io.millrace.api.RecordHandler;
import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done when partitions come and go. Called by the client on the worker's own thread, inside a poll or a close.
 * It never throws (the client would call it again, or go on with half of it done): what went wrong is kept for the
 * loop, which takes it after the poll with {@link #takeFailure}.
 *
 * <p>Under eager assignors all partitions go and come back at each rebalance; under cooperative ones and the consumer
 * protocol only the difference is told. Both are the same here: only the partitions named are touched.
 */
final class RebalanceHandler implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(RebalanceHandler.class);

    private final int worker;
    private final OwnedPartitions owned;
    private final DeliveryStrategy strategy;
    private final RecordHandler<?, ?> handler;
    private final OwnershipEnd end;
    private final Pauses pauses;
    private final CallbackFailures failures;
    private final WorkerMeters meters;
    private final Duration revokeTimeout;
    private final LongSupplier clock;
    private boolean everAssigned;

    RebalanceHandler(
            int worker,
            OwnedPartitions owned,
            DeliveryStrategy strategy,
            RecordHandler<?, ?> handler,
            OwnershipEnd end,
            Pauses pauses,
            CallbackFailures failures,
            WorkerMeters meters,
            Duration revokeTimeout,
            LongSupplier clock) {
        this.worker = worker;
        this.owned = owned;
        this.strategy = strategy;
        this.handler = handler;
        this.end = end;
        this.pauses = pauses;
        this.failures = failures;
        this.meters = meters;
        this.revokeTimeout = revokeTimeout;
        this.clock = clock;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        everAssigned = true;
        if (partitions.isEmpty()) {
            return;
        }
        owned.assign(partitions);
        meters.assigned(partitions.size());
        LOG.info(
                "worker {} assigned {}; owns {}",
                worker,
                partitions,
                owned.partitions().size());
        failures.guarded(() -> pauses.assigned(partitions));
        failures.guarded(() -> strategy.assigned(partitions));
        failures.guarded(() -> handler.assigned(List.copyOf(partitions)));
    }

    /** No record is in hand here: inside a poll none is. What is finished is committed, then the handler lets go. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        List<PartitionState> states = owned.of(partitions);
        if (states.isEmpty()) {
            return;
        }
        Deadline deadline = Deadline.after(revokeTimeout, clock);
        meters.revoked(states.size());
        LOG.info("worker {} gives up {}", worker, states);
        failures.guarded(() -> strategy.revoked(states, deadline));
        failures.guarded(() -> end.given(states));
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        List<PartitionState> states = owned.of(partitions);
        if (states.isEmpty()) {
            return;
        }
        meters.lost(states.size());
        LOG.warn(
                "worker {} lost {}: the group gave them to others without asking; what was handled and not"
                        + " committed comes again there",
                worker,
                states);
        failures.guarded(() -> strategy.lost(states));
        failures.guarded(() -> end.taken(states));
    }

    /**
     * Takes for lost what is owned and not in the client's assignment any more. With the consumer protocol a member whose
     * time between two polls is over may be told of partitions, and lose them at once without being told.
     */
    void findGone(Set<TopicPartition> assignment) {
        if (!assignment.containsAll(owned.partitions())) {
            List<TopicPartition> gone = new ArrayList<>(owned.partitions());
            gone.removeAll(assignment);
            onPartitionsLost(gone);
        }
    }

    /** Whether the group has ever assigned anything, be it nothing. */
    boolean hasJoined() {
        return everAssigned;
    }

    /** What went wrong in a callback, once; null: nothing. */
    Throwable takeFailure() {
        return failures.take();
    }
}

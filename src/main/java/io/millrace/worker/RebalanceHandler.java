package io.millrace.worker;

import io.millrace.api.RecordHandler;
import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionState;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
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
    private final Pauses pauses;
    private final WorkerMeters meters;
    private final Duration revokeTimeout;
    private final LongSupplier clock;
    private boolean everAssigned;
    private boolean gaveUpUncommitted;
    private Throwable failure;

    RebalanceHandler(
            int worker,
            OwnedPartitions owned,
            DeliveryStrategy strategy,
            RecordHandler<?, ?> handler,
            Pauses pauses,
            WorkerMeters meters,
            Duration revokeTimeout,
            LongSupplier clock) {
        this.worker = worker;
        this.owned = owned;
        this.strategy = strategy;
        this.handler = handler;
        this.pauses = pauses;
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
        guarded(() -> pauses.assigned(partitions));
        guarded(() -> handler.assigned(List.copyOf(partitions)));
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
        guarded(() -> strategy.revoked(states, deadline));
        noteUncommitted(states);
        tellReleased(states);
        owned.release(partitions);
    }

    /** Revoked means committed: what could not be committed comes again elsewhere, which is what lost means. */
    private void tellReleased(List<PartitionState> states) {
        List<TopicPartition> committed =
                partitionsOf(states.stream().filter(state -> !state.isDirty()).toList());
        List<TopicPartition> uncommitted =
                partitionsOf(states.stream().filter(PartitionState::isDirty).toList());
        if (!committed.isEmpty()) {
            guarded(() -> handler.revoked(committed));
        }
        if (!uncommitted.isEmpty()) {
            guarded(() -> handler.lost(uncommitted));
        }
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
        noteUncommitted(states);
        owned.release(partitions);
        guarded(() -> strategy.lost(states));
        guarded(() -> handler.lost(partitionsOf(states)));
    }

    private void noteUncommitted(List<PartitionState> states) {
        gaveUpUncommitted |= states.stream().anyMatch(PartitionState::isDirty);
    }

    /**
     * Whether partitions went, since the last call, of which something was finished and not committed: it comes again
     * with their next owner.
     */
    boolean takeGaveUpUncommitted() {
        boolean taken = gaveUpUncommitted;
        gaveUpUncommitted = false;
        return taken;
    }

    /**
     * The worker ends and gives up all it owns, after the last commit.
     *
     * @param committed whether that commit holds all that is finished; if not, the handler must release without writing
     */
    void giveUpAll(boolean committed) {
        List<TopicPartition> partitions = List.copyOf(owned.partitions());
        owned.release(partitions);
        if (!partitions.isEmpty()) {
            guarded(() -> {
                if (committed) {
                    handler.revoked(partitions);
                } else {
                    handler.lost(partitions);
                }
            });
        }
    }

    /** Whether the group has ever assigned anything, be it nothing. */
    boolean hasJoined() {
        return everAssigned;
    }

    /** What went wrong in a callback, once; null: nothing. */
    Throwable takeFailure() {
        Throwable taken = failure;
        failure = null;
        return taken;
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            keep(e);
        }
    }

    /** Of several failures the one that forbids a further commit comes first. */
    private void keep(Throwable next) {
        if (failure == null) {
            failure = next;
        } else if (next instanceof FlushFailure || next instanceof VirtualMachineError) {
            next.addSuppressed(failure);
            failure = next;
        } else {
            failure.addSuppressed(next);
        }
    }

    private static List<TopicPartition> partitionsOf(List<PartitionState> states) {
        return states.stream().map(PartitionState::partition).toList();
    }
}

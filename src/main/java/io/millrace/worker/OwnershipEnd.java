package io.millrace.worker;

import io.millrace.api.OffsetRange;
import io.millrace.api.RecordHandler;
import io.millrace.offsets.OwnedPartitions;
import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What follows when ownerships end, whatever ended them: the partitions are forgotten, the handler is told what it may
 * still believe of them, and what was committed and not handled is noted as lost. Used by the worker's own thread
 * alone.
 */
final class OwnershipEnd {
    private final OwnedPartitions owned;
    private final DeliveryStrategy strategy;
    private final RecordHandler<?, ?> handler;
    private final Losses losses;
    private final CallbackFailures failures;
    private boolean uncommitted;

    OwnershipEnd(
            OwnedPartitions owned,
            DeliveryStrategy strategy,
            RecordHandler<?, ?> handler,
            Losses losses,
            CallbackFailures failures) {
        this.owned = owned;
        this.strategy = strategy;
        this.handler = handler;
        this.losses = losses;
        this.failures = failures;
    }

    /**
     * These are given up, after the last commit. Revoked means committed: what could not be committed comes again
     * elsewhere, which is what lost means.
     */
    void given(List<PartitionState> states) {
        List<PartitionState> settled = new ArrayList<>();
        List<PartitionState> unsettled = new ArrayList<>();
        states.forEach(state -> (strategy.isSettled(state) ? settled : unsettled).add(state));
        if (!settled.isEmpty()) {
            failures.guarded(() -> handler.revoked(partitionsOf(settled)));
        }
        taken(unsettled);
        forget(settled);
    }

    /** These are another's, or come again there: nothing may be written of them any more. */
    void taken(List<PartitionState> states) {
        if (states.isEmpty()) {
            return;
        }
        uncommitted |= states.stream().anyMatch(state -> !strategy.isSettled(state));
        Map<TopicPartition, OffsetRange> again = new HashMap<>();
        for (PartitionState state : states) {
            PartitionRange range = state.uncommitted();
            if (range != null && !strategy.isSettled(state)) {
                again.put(range.partition(), new OffsetRange(range.from(), range.to()));
            }
        }
        forget(states);
        if (!again.isEmpty()) {
            failures.guarded(() -> handler.undo(again));
        }
        failures.guarded(() -> handler.lost(partitionsOf(states)));
    }

    private void forget(List<PartitionState> states) {
        for (PartitionState state : states) {
            PartitionRange ahead = state.committedAhead();
            if (ahead != null) {
                losses.note(ahead, "the partition went before they were handled");
            }
        }
        owned.release(partitionsOf(states));
    }

    /**
     * Whether partitions went, since the last call, of which something was finished and not committed: it comes again
     * with their next owner.
     */
    boolean takeUncommitted() {
        boolean taken = uncommitted;
        uncommitted = false;
        return taken;
    }

    private static List<TopicPartition> partitionsOf(List<PartitionState> states) {
        return states.stream().map(PartitionState::partition).toList();
    }
}

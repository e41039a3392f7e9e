package io.millrace.offsets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions that a worker owns now: the truth about ownership, changed by its rebalance listener only (the
 * client's own {@code assignment()} may still hold partitions whose revocation has already been told). Used by the
 * worker's own thread alone.
 */
public final class OwnedPartitions {
    private final Map<TopicPartition, PartitionState> owned = new LinkedHashMap<>();
    private final Map<TopicPartition, PartitionView> released = new HashMap<>();
    private final LongSupplier epochs;
    private long finishedOfReleased;

    /** @param epochs gives a higher number at each call, over all workers of the process */
    public OwnedPartitions(LongSupplier epochs) {
        this.epochs = epochs;
    }

    public void assign(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            count(owned.put(partition, new PartitionState(partition, epochs.getAsLong())));
        }
    }

    /** The states of those of the given partitions that are owned. */
    public List<PartitionState> of(Collection<TopicPartition> partitions) {
        List<PartitionState> states = new ArrayList<>(partitions.size());
        for (TopicPartition partition : partitions) {
            PartitionState state = owned.get(partition);
            if (state != null) {
                states.add(state);
            }
        }
        return states;
    }

    /** Forgets these partitions; what was known of them last stays visible in {@link #views}. */
    public void release(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            PartitionState state = owned.remove(partition);
            if (state != null) {
                released.merge(partition, state.view(), PartitionView::join);
                count(state);
            }
        }
    }

    private void count(PartitionState gone) {
        if (gone != null) {
            finishedOfReleased += gone.finishedRecords();
        }
    }

    /** The state of a partition, or null if it is not owned. */
    public PartitionState get(TopicPartition partition) {
        return owned.get(partition);
    }

    /** True only for this very ownership, not for a later one of the same partition. */
    public boolean owns(PartitionState state) {
        return owned.get(state.partition()) == state;
    }

    public Collection<PartitionState> all() {
        return Collections.unmodifiableCollection(owned.values());
    }

    public Set<TopicPartition> partitions() {
        return Collections.unmodifiableSet(owned.keySet());
    }

    public boolean isEmpty() {
        return owned.isEmpty();
    }

    /** How many records are finished and not acknowledged as committed, over all owned partitions. */
    public long unacknowledgedRecords() {
        long sum = 0;
        for (PartitionState state : owned.values()) {
            sum += state.unacknowledgedRecords();
        }
        return sum;
    }

    /**
     * How many records are finished, of what is owned and of what went. It never goes down, so two equal numbers mean
     * that nothing was handled in between, whatever came and went.
     */
    public long finishedRecords() {
        long sum = finishedOfReleased;
        for (PartitionState state : owned.values()) {
            sum += state.finishedRecords();
        }
        return sum;
    }

    public boolean isDirty() {
        for (PartitionState state : owned.values()) {
            if (state.isDirty()) {
                return true;
            }
        }
        return false;
    }

    /** What is known of each partition that is or was owned. */
    public List<PartitionView> views() {
        Map<TopicPartition, PartitionView> views = new HashMap<>(released);
        for (PartitionState state : owned.values()) {
            views.merge(state.partition(), state.view(), PartitionView::join);
        }
        return List.copyOf(views.values());
    }
}

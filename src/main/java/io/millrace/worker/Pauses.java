package io.millrace.worker;

import io.millrace.offsets.OwnedPartitions;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Why nothing may be fetched now: a set of named reasons. Partitions flow when it is empty. Used by the worker's own
 * thread alone.
 */
final class Pauses {
    /** Why. */
    enum Reason {
        /** The worker is stopping. */
        DRAINING,
        /** What is finished could not be committed, and more would exceed what a crash may repeat. */
        COMMIT_DUE,
        /** The run has used up its records. */
        BUDGET
    }

    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    private final Consumer<?, ?> consumer;
    private final OwnedPartitions owned;

    /**
     * @param owned what is paused and resumed: the client's own assignment may name partitions whose loss was told, and
     *     may drop them at any moment
     */
    Pauses(Consumer<?, ?> consumer, OwnedPartitions owned) {
        this.consumer = consumer;
        this.owned = owned;
    }

    /** Sets or clears one reason, and tells the client if that makes a difference. */
    void set(Reason reason, boolean holds) {
        boolean before = isPaused();
        if (holds) {
            reasons.add(reason);
        } else {
            reasons.remove(reason);
        }
        if (before != isPaused()) {
            apply(List.copyOf(owned.partitions()));
        }
    }

    boolean isPaused() {
        return !reasons.isEmpty();
    }

    /** Partitions that have just come know nothing of a pause. */
    void assigned(Collection<TopicPartition> partitions) {
        if (isPaused()) {
            apply(partitions);
        }
    }

    private void apply(Collection<TopicPartition> partitions) {
        try {
            tell(partitions);
        } catch (IllegalStateException e) {
            // One of them is gone: the others are told one by one.
            partitions.forEach(one -> ClientCalls.about(one, consumer, () -> tell(List.of(one))));
        }
    }

    private void tell(Collection<TopicPartition> partitions) {
        if (isPaused()) {
            consumer.pause(partitions);
        } else {
            consumer.resume(partitions);
        }
    }
}

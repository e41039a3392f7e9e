package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * A kind of loop: how one is made, and what it may repeat. Immutable; any thread.
 *
 * @param bounds the bound by how many records a poll gives at most
 */
public record LoopKind(
        String name, BiFunction<LoopClient, Chance, EngineLoop> loops, IntFunction<DeliveryBound> bounds) {
    /** The correct loop that commits synchronously. */
    public static final LoopKind SYNC = new LoopKind("sync", SyncLoop::new, SyncLoop::bound);

    /** The correct loop that commits asynchronously. */
    public static final LoopKind ASYNC = new LoopKind("async", AsyncLoop::new, AsyncLoop::bound);

    /** The loops that keep the promise. */
    public static final List<LoopKind> CORRECT = List.of(SYNC, ASYNC);

    public EngineLoop loop(LoopClient client, Chance chance) {
        return loops.apply(client, chance);
    }

    public DeliveryBound bound(int maxPollRecords) {
        return bounds.apply(maxPollRecords);
    }
}

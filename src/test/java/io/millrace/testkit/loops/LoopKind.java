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

    /** The correct loop that commits each partition's share of a poll. */
    public static final LoopKind PARTITION = new LoopKind("partition", PartitionLoop::new, PartitionLoop::bound);

    /** The correct loop that commits each record. */
    public static final LoopKind RECORD = new LoopKind("record", RecordLoop::new, RecordLoop::bound);

    /** The correct loop that commits in the middle of a poll's records. */
    public static final LoopKind INTERVAL = new LoopKind("interval", IntervalLoop::new, IntervalLoop::bound);

    /** The correct loop whose client commits by itself. */
    public static final LoopKind AUTO = new LoopKind("auto", AutoLoop::new, AutoLoop::bound);

    /** The correct loop that commits before it handles. */
    public static final LoopKind AHEAD = new LoopKind("ahead", AheadLoop::new, AheadLoop::bound);

    /** The correct loop that commits nothing. */
    public static final LoopKind NONE = new LoopKind("none", NoneLoop::new, NoneLoop::bound);

    /** The loops that keep the promise of the default, each in its way. */
    public static final List<LoopKind> CORRECT = List.of(SYNC, ASYNC);

    /** The loops that keep the promise of their mode. */
    public static final List<LoopKind> ALL = List.of(SYNC, ASYNC, PARTITION, RECORD, INTERVAL, AUTO, AHEAD, NONE);

    public EngineLoop loop(LoopClient client, Chance chance) {
        return loops.apply(client, chance);
    }

    public DeliveryBound bound(int maxPollRecords) {
        return bounds.apply(maxPollRecords);
    }
}

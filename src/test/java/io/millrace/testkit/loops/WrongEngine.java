package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.VerdictKind;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/** The engines with one deliberate fault each, and the verdicts that must convict them, in whichever world they run. */
public enum WrongEngine {
    COMMITS_BEFORE_HANDLING(CommitsBeforeHandling::new, SyncLoop::bound, VerdictKind.V2),
    COMMITS_POLLED_ON_REVOKE(CommitsPolledOnRevoke::new, SyncLoop::bound, VerdictKind.V2, VerdictKind.V1),
    COMMITS_LAST_OFFSET(CommitsLastOffset::new, SyncLoop::bound, VerdictKind.V3),
    RETRIES_COMMITS_OUT_OF_ORDER(RetriesCommitsOutOfOrder::new, AsyncLoop::bound, VerdictKind.V5),
    COUNTS_COMMITS_AT_SEND(CountsCommitsAtSend::new, AsyncLoop::bound, VerdictKind.V4),
    TAKES_ERROR_FOR_SUCCESS(TakesErrorForSuccess::new, SyncLoop::bound, VerdictKind.V1),
    DROPS_BATCH_AFTER_FAILED_COMMIT(DropsBatchAfterFailedCommit::new, SyncLoop::bound, VerdictKind.V7),
    LATER_SEEK_WINS(LaterSeekWins::new, SyncLoop::bound, VerdictKind.V1),
    RESUMES_WITHOUT_SEEK(ResumesWithoutSeek::new, SyncLoop::bound, VerdictKind.V7),
    STAYS_GREEN(StaysGreen::new, SyncLoop::bound, VerdictKind.V14),
    AUTO_COMMITS_IN_HAND(AutoCommitsInHand::new, AutoLoop::bound, VerdictKind.V2, VerdictKind.V1),
    INTERVAL_COMMITS_POLLED(IntervalCommitsPolled::new, IntervalLoop::bound, VerdictKind.V2, VerdictKind.V1),
    PARTITION_COMMITS_ALL(PartitionCommitsAll::new, PartitionLoop::bound, VerdictKind.V2),
    RECORD_GOES_ON_UNCOMMITTED(RecordGoesOnUncommitted::new, RecordLoop::bound, VerdictKind.V4),
    AHEAD_HANDLES_UNCONFIRMED(AheadHandlesUnconfirmed::new, AheadLoop::bound, VerdictKind.V2),
    AHEAD_DROPS_CHUNK(AheadDropsChunk::new, AheadLoop::bound, VerdictKind.V7, VerdictKind.V1),
    NONE_COMMITS_ON_REVOKE(NoneCommitsOnRevoke::new, NoneLoop::bound, VerdictKind.V2),
    NONE_REPLAYS_KEPT(NoneReplaysKept::new, NoneLoop::bound, VerdictKind.V6, VerdictKind.V3);

    private final LoopKind kind;
    private final Set<VerdictKind> named;

    WrongEngine(
            BiFunction<LoopClient, Chance, EngineLoop> loops, IntFunction<DeliveryBound> bounds, VerdictKind... named) {
        this.kind = new LoopKind(name().toLowerCase(Locale.ROOT).replace('_', '-'), loops, bounds);
        this.named = Set.of(named);
    }

    public LoopKind kind() {
        return kind;
    }

    /** All of these must be found within the seeds. */
    public Set<VerdictKind> named() {
        return named;
    }
}

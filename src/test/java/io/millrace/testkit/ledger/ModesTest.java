package io.millrace.testkit.ledger;

import static io.millrace.testkit.ledger.Scene.P0;
import static io.millrace.testkit.ledger.Scene.P1;
import static io.millrace.testkit.ledger.VerdictKind.V1;
import static io.millrace.testkit.ledger.VerdictKind.V2;
import static io.millrace.testkit.ledger.VerdictKind.V3;
import static io.millrace.testkit.ledger.VerdictKind.V4;
import static io.millrace.testkit.ledger.VerdictKind.V5;
import static io.millrace.testkit.ledger.VerdictKind.V7;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the modes may do that do not commit after each poll: runs by chance, with one anomaly planted or none, and the
 * edges told by hand.
 */
class ModesTest {
    private static final int SEEDS = 60;
    private static final int FEWEST_PLANTED = 20;

    private final Scene scene = new Scene();

    /** What is planted, and all that {@link Implications} lets it show. */
    private static void assertFound(Report report, long seed, VerdictKind planted) {
        Set<VerdictKind> allowed = EnumSet.of(planted);
        allowed.addAll(Implications.of(planted));
        assertThat(report.kinds()).as("seed %d: %s", seed, report).contains(planted);
        assertThat(allowed).as("seed %d: %s", seed, report).containsAll(report.kinds());
    }

    private static VerdictKind verdict(OnceRuns.Plant plant) {
        return switch (plant) {
            case NOTHING -> null;
            case REPEATS -> V3;
            case LOSES_AT_STOP, LOSES_MORE -> V1;
            case RUNS_AHEAD, HANDLES_UNACKNOWLEDGED -> V2;
        };
    }

    @ParameterizedTest
    @EnumSource
    void atMostOnce(OnceRuns.Plant plant) {
        int planted = 0;
        long lost = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            OnceRuns run = new OnceRuns(seed, plant);
            Report report = run.judge();
            if (run.isPlanted()) {
                planted++;
                assertFound(report, seed, verdict(plant));
            } else {
                assertThat(report.isClean()).as("seed %d: %s", seed, report).isTrue();
                lost += report.lost();
            }
        }
        assertThat(planted).isGreaterThanOrEqualTo(plant == OnceRuns.Plant.NOTHING ? 0 : FEWEST_PLANTED);
        assertThat(plant != OnceRuns.Plant.NOTHING || lost > SEEDS).isTrue();
    }

    private static VerdictKind verdict(TimerRuns.Plant plant) {
        return switch (plant) {
            case NOTHING -> null;
            case REPEATS -> V3;
            case FORGETS -> V4;
            case RUNS_AHEAD, COMMITS -> V2;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "NOTHING, false",
        "REPEATS, false",
        "FORGETS, false",
        "RUNS_AHEAD, false",
        "NOTHING, true",
        "REPEATS, true",
        "COMMITS, true"
    })
    void autoAndNone(TimerRuns.Plant plant, boolean isNone) {
        int planted = 0;
        long repeated = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            TimerRuns run = new TimerRuns(seed, plant, isNone);
            Report report = run.judge();
            if (run.isPlanted()) {
                planted++;
                assertFound(report, seed, verdict(plant));
            } else {
                assertThat(report.isClean()).as("seed %d: %s", seed, report).isTrue();
                repeated += report.repeated();
            }
        }
        assertThat(planted).isGreaterThanOrEqualTo(plant == TimerRuns.Plant.NOTHING ? 0 : FEWEST_PLANTED);
        assertThat(plant != TimerRuns.Plant.NOTHING || repeated > SEEDS).isTrue();
    }

    private Report judge(DeliveryBound bound, VerdictKind... kinds) {
        Report report = scene.judge(RunPlan.of(bound));
        assertThat(report.kinds()).as(report.toString()).containsExactly(kinds);
        return report;
    }

    @Test
    void aBreakRepeatsNothingAtMostOnce() {
        scene.worker("a").assigned(P0, 0).commits(P0, 4).handles(P0, 0, 2).killed();
        scene.worker("b").assigned(P0, 4, 1).handles(P0, 1, 4).stops();
        judge(DeliveryBound.atMostOncePoll(10), V3, VerdictKind.V8);
    }

    @Test
    void aBreakLosesAChunkAtMostOnce() {
        scene.worker("a").assigned(P0, 0).commits(P0, 4).handles(P0, 0, 2).killed();
        scene.worker("b").assigned(P0, 4).commits(P0, 6).handles(P0, 4, 6).stops();
        assertThat(judge(DeliveryBound.atMostOncePoll(4)).lost()).isEqualTo(2);
        judge(DeliveryBound.atMostOncePoll(3), V2);
        judge(DeliveryBound.atMostOnceRecord(), V1, V2);
    }

    @Test
    void nothingIsJumpedOverWithoutADoubt() {
        scene.worker("a")
                .assigned(P0, 0)
                .commits(P0, 4)
                .handles(P0, 0, 4)
                .seeks(P0, 4, 6, "the engine's own")
                .commits(P0, 8)
                .handles(P0, 6, 8)
                .stops();
        judge(DeliveryBound.atMostOncePoll(4), V1, V7);
    }

    @Test
    void aZombieMayFinishWhatIsCommitted() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).commits(P0, 4).handles(P0, 0, 2);
        Scene.Worker b = scene.worker("b").assigned(P0, 4).commits(P0, 6).handles(P0, 4, 6);
        a.handles(P0, 2, 4).lost(P0).stops();
        b.stops();
        assertThat(judge(DeliveryBound.atMostOncePoll(4)).lost()).isZero();
    }

    @Test
    void aChunkOfOnePartitionIsNotOfTwo() {
        scene.worker("a")
                .assigned(P0, 0)
                .assigned(P1, 0)
                .commits(Map.of(P0, 2L, P1, 2L), true, Answer.OK)
                .handles(P0, 0, 2)
                .handles(P1, 0, 2)
                .stops();
        judge(DeliveryBound.atMostOncePoll(4));
        judge(DeliveryBound.atMostOncePartition(4), V2);
    }

    @Test
    void whatWasSeenIsFinished() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).handles(P0, 0, 2);
        scene.samples(P0, 3);
        a.handles(P0, 2, 4).commits(P0, 3).commits(P0, 4).stops();
        judge(DeliveryBound.syncPoll(10), V2);
    }

    @Test
    void whatWasSeenDoesNotGoDown() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).handles(P0, 0, 4);
        a.commits(P0, 3);
        scene.samples(P0, 3);
        a.commits(P0, 4);
        scene.samples(P0, 4).samples(P0, 3);
        a.stops();
        judge(DeliveryBound.syncPoll(10), V5);
    }

    @Test
    void whatWasSeenIsAChunkAhead() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).commits(P0, 4);
        scene.samples(P0, 4);
        a.handles(P0, 0, 4);
        scene.history.commit(scene.tick(), P0, 9, "");
        scene.samples(P0, 9);
        a.stops();
        Report report = scene.judge(RunPlan.of(DeliveryBound.atMostOncePoll(4)));
        assertThat(report.kinds()).as(report.toString()).contains(V2);
        assertThat(report.fatal()).extracting(Verdict::text).anyMatch(text -> text.startsWith("an administrator"));
    }

    @Test
    void aLongCallIsNoTimeToCommitIn() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).handles(P0, 0, 9).begins(P0, 9);
        for (int i = 0; i < 1_000; i++) {
            scene.tick();
        }
        a.ends(P0, 9, Outcome.OK).handles(P0, 10, 12).lost(P0).stops();
        scene.worker("b").assigned(P0, 0).handles(P0, 0, 12).stops();
        judge(DeliveryBound.auto(1, Duration.ofNanos(50), Duration.ZERO));
    }

    @Test
    void aTimerIsNotBlamedForAnOutage() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).handles(P0, 0, 9);
        scene.observed(new JournalEvent.Outage(scene.tick(), true, "cut"));
        for (int i = 0; i < 1_000; i++) {
            scene.tick();
        }
        scene.observed(new JournalEvent.Outage(scene.tick(), false, "cut"));
        a.handles(P0, 9, 10).killed();
        scene.worker("b").assigned(P0, 0).handles(P0, 0, 10).stops();
        judge(DeliveryBound.auto(1, Duration.ofNanos(50), Duration.ZERO));
        judge(DeliveryBound.auto(1, Duration.ofNanos(5), Duration.ZERO), V4);
    }

    @Test
    void aProcessGoesOnWhereItWas() {
        Scene.Worker a = scene.worker("a").assigned(P0, JournalEvent.NONE).resets(P0, 0, JournalEvent.Reset.NO_OFFSET);
        a.handles(P0, 0, 4).revoked(P0);
        scene.worker("b")
                .assigned(P0, JournalEvent.NONE)
                .resets(P0, 0, JournalEvent.Reset.NO_OFFSET)
                .handles(P0, 0, 6)
                .revoked(P0)
                .stops();
        a.assigned(P0, JournalEvent.NONE)
                .seeks(P0, JournalEvent.UNKNOWN, 4, "the engine's own")
                .handles(P0, 4, 8);
        a.revoked(P0);
        judge(DeliveryBound.none());
        a.assigned(P0, JournalEvent.NONE)
                .seeks(P0, JournalEvent.UNKNOWN, 9, "the engine's own")
                .handles(P0, 9, 10);
        a.stops();
        judge(DeliveryBound.none(), V1, V7);
    }

    @Test
    void aNewProcessRepeatsWhatLongIsOver() {
        Scene.Worker a = scene.worker("a").assigned(P0, JournalEvent.NONE).resets(P0, 0, JournalEvent.Reset.NO_OFFSET);
        a.handles(P0, 0, 4).revoked(P0);
        a.assigned(P0, JournalEvent.NONE)
                .seeks(P0, JournalEvent.UNKNOWN, 4, "the engine's own")
                .handles(P0, 4, 8);
        a.revoked(P0).stops();
        scene.worker("b")
                .assigned(P0, JournalEvent.NONE)
                .resets(P0, 0, JournalEvent.Reset.NO_OFFSET)
                .handles(P0, 0, 9)
                .stops();
        assertThat(judge(DeliveryBound.none()).repeated()).isEqualTo(8);
    }

    @Test
    void nothingIsSkippedWhereNothingIsCommitted() {
        scene.worker("a")
                .assigned(P0, JournalEvent.NONE)
                .resets(P0, 0, JournalEvent.Reset.NO_OFFSET)
                .handles(P0, 0, 4)
                .handles(P0, 5, 9)
                .stops();
        judge(DeliveryBound.none(), V1, V7);
    }
}

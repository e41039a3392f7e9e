package io.millrace.testkit.ledger;

import static io.millrace.testkit.ledger.Scene.P0;
import static io.millrace.testkit.ledger.Scene.P1;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Reset;
import io.millrace.testkit.ledger.JournalEvent.Sign;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each kind of verdict, at its edge: what the table of rules says, told by hand. */
class VerdictsTest {
    private final Scene scene = new Scene();

    private Report judge(VerdictKind... kinds) {
        Report report = scene.judge();
        assertThat(report.kinds()).as(report.toString()).containsExactly(kinds);
        return report;
    }

    @Test
    void v1NamesPartitionAndOffsets() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 2)
                .handles(P0, 4, 6)
                .commits(P0, 6)
                .stops();
        Report report = judge(VerdictKind.V1, VerdictKind.V2, VerdictKind.V7);
        assertThat(report.fatal())
                .filteredOn(verdict -> verdict.kind() == VerdictKind.V1)
                .singleElement()
                .hasToString("V1 fatal lost, orders-0 [2,4), 2 records: the group has committed 6 and no ownership ever"
                        + " finished this");
    }

    @Test
    void v2ACommitThatNoJournalTellsOf() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).handles(P0, 0, 2);
        scene.history.commit(scene.tick(), P0, 5, "");
        a.handles(P0, 2, 5).stops();
        judge(VerdictKind.V2);
    }

    @Test
    void v2ItsOwnSkewIsGrantedToAHistory() {
        Scene other = new Scene();
        CommitHistory late = new CommitHistory(true, 1000);
        Scene.Worker a = other.worker("a").assigned(P0, 0).handles(P0, 0, 2);
        late.commit(other.tick(), P0, 5, "");
        a.handles(P0, 2, 5).stops();
        Witnesses witnesses = other.witnesses();
        Report report = new Checker(RunPlan.of(DeliveryBound.syncPoll(10)))
                .check(new Witnesses(witnesses.journals(), witnesses.log(), late, null));
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    @Test
    void v3ACleanRevocationExplainsNothing() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .commits(P0, 4)
                .revoked(P0)
                .stops();
        scene.worker("b").assigned(P0, 4).handles(P0, 4, 6).commits(P0, 6).stops();
        judge(VerdictKind.V3);
    }

    @Test
    void v3AThirdTimeNeedsABreakOfItsOwn() {
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 5).killed();
        scene.worker("b")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .commits(P0, 5)
                .revoked(P0)
                .stops();
        scene.worker("c").assigned(P0, 0, 0).handles(P0, 0, 1).stops();
        judge(VerdictKind.V3);
    }

    @Test
    void v4CountsWhatAWorkerGaveUpAtOnce() {
        scene.worker("a")
                .assigned(P0, 0)
                .assigned(P1, 0)
                .handles(P0, 0, 6)
                .handles(P1, 0, 5)
                .killed();
        scene.worker("b")
                .assigned(P0, 0)
                .assigned(P1, 0)
                .handles(P0, 0, 6)
                .handles(P1, 0, 5)
                .stops();
        assertThat(judge(VerdictKind.V4).fatal().get(0).records()).isEqualTo(11);
    }

    @Test
    void v4DoesNotAddUpSeparateBreaks() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).assigned(P1, 0);
        a.handles(P0, 0, 6).commits(P0, 6, false, Answer.FAIL).revoked(P0);
        a.handles(P1, 0, 5).killed();
        scene.worker("b")
                .assigned(P0, 0)
                .assigned(P1, 0)
                .handles(P0, 0, 6)
                .handles(P1, 0, 5)
                .stops();
        judge();
    }

    @Test
    void v5AMovePaysForOneStepDownOnly() {
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 9).commits(P0, 9).stops();
        scene.observed(new JournalEvent.OperatorReset(scene.tick(), P0, 3));
        scene.history.commit(scene.tick(), P0, 3, "");
        scene.history.commit(scene.tick(), P0, 9, "");
        scene.history.commit(scene.tick(), P0, 3, "");
        scene.worker("b").assigned(P0, 3).handles(P0, 3, 9).commits(P0, 9).stops();
        judge(VerdictKind.V5);
    }

    @Test
    void v5AnUnansweredCommitIsSentAgainAfterAHigherOne() {
        Scene.Worker worker = scene.worker("a").assigned(P0, 0).handles(P0, 0, 5);
        worker.commits(P0, 5, false, Answer.UNKNOWN);
        worker.handles(P0, 5, 9)
                .commits(P0, 9)
                .commits(P0, 5, true, Answer.UNKNOWN)
                .stops();
        judge(VerdictKind.V5);
    }

    @Test
    void v7TheNextRecordBeginsAlthoughOneFailed() {
        scene.worker("a")
                .assigned(P0, 0)
                .begins(P0, 0)
                .ends(P0, 0, Outcome.FAILED)
                .handles(P0, 1, 2)
                .stops();
        judge(VerdictKind.V7);
    }

    @Test
    void v7AStartAboveWhatIsCommitted() {
        scene.worker("a").assigned(P0, 3, 5).handles(P0, 5, 6).stops();
        judge(VerdictKind.V7);
    }

    @Test
    void v8AResetForWantOfAnOffsetThatIsThere() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .commits(P0, 5)
                .revoked(P0)
                .stops();
        scene.worker("b")
                .assigned(P0, JournalEvent.NONE)
                .resets(P0, 0, Reset.NO_OFFSET)
                .handles(P0, 0, 5)
                .stops();
        judge(VerdictKind.V3, VerdictKind.V8);
    }

    @Test
    void v9BothAtOnceAndNobodyWasStopped() {
        Scene.Worker a = scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 3)
                .commits(P0, 3)
                .begins(P0, 3);
        scene.worker("b").assigned(P0, 3).begins(P0, 3);
        a.ends(P0, 3, Outcome.FAILED).revoked(P0).stops();
        Report report = scene.judge();
        assertThat(report.kinds()).contains(VerdictKind.V9);
    }

    @Test
    void v9AfterItsOwnEnd() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 1)
                .commits(P0, 1)
                .revoked(P0)
                .handles(P0, 1, 2)
                .stops();
        judge(VerdictKind.V9);
    }

    @Test
    void v10OnlyWhereCommittedRecordsAloneAreRead() {
        scene.log.get(P0).add(LogWitness.Content.ABORTED, 1, 2);
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).commits(P0, 3).stops();
        judge(VerdictKind.V10);
    }

    @Test
    void v10ACorruptRecord() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 3)
                .add(new JournalEvent.Corrupt(scene.tick(), 1, P0, 2, "checksum"))
                .commits(P0, 3)
                .stops();
        judge(VerdictKind.V10);
    }

    @Test
    void v11UnlessItIsProven() {
        scene.worker("a")
                .assigned(P0, 0)
                .begins(P0, 0)
                .ends(P0, 0, Outcome.DEAD_LETTERED)
                .commits(P0, 1)
                .stops();
        judge(VerdictKind.V11);
        DropProof proof = (partition, offset, outcome) -> partition.equals(P0) && offset == 0;
        Report report = scene.judge(RunPlan.of(DeliveryBound.syncPoll(10)).withDrops(proof));
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    @Test
    void v12IsARuleOfItsOwn() {
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).commits(P0, 3).stops();
        Report report = new Checker(RunPlan.of(DeliveryBound.syncPoll(10)))
                .with(() -> new Rule() {
                    private Facts facts;

                    @Override
                    protected void begin(Facts of) {
                        facts = of;
                    }

                    @Override
                    protected void end() {
                        facts.sink().add(VerdictKind.V12, Severity.FATAL, "the sink holds 2 rows, 3 were finished");
                    }
                })
                .check(scene.witnesses());
        assertThat(report.kinds()).containsExactly(VerdictKind.V12);
    }

    @Test
    void v13RecordsWaitAndNobodyWorks() {
        Scene.Worker a = scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).commits(P0, 3);
        scene.observed(new JournalEvent.Outage(scene.tick(), true, "broker restart"));
        scene.observed(new JournalEvent.Outage(scene.tick() + 5_000, false, "broker restart"));
        scene.observed(new JournalEvent.RunEnd(6_000));
        a.add(new JournalEvent.WorkerStop(6_001));
        RunPlan plan = RunPlan.of(DeliveryBound.syncPoll(10));
        assertThat(scene.judge(plan.withStuckAfter(Duration.ofNanos(2_000))).isClean())
                .isTrue();
        assertThat(scene.judge(plan.withStuckAfter(Duration.ofNanos(500))).kinds())
                .containsExactly(VerdictKind.V13);
    }

    @Test
    void v14AStatusAfterADeath() {
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).add(new JournalEvent.WorkerDead(scene.tick(), "Error"));
        scene.observed(new JournalEvent.Status(3_000_000_000L, "a", 0, "RUNNING"));
        judge(VerdictKind.V14);
    }

    @Test
    void v15AfterACleanStopAlone() {
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).commits(P0, 3).stops();
        scene.worker("b").assigned(P1, 0).handles(P1, 0, 3).killed();
        scene.observed(new JournalEvent.Counters(scene.tick(), "a", Map.of("ok", 3L, "committed", 2L)));
        scene.observed(new JournalEvent.Counters(scene.tick(), "b", Map.of("ok", 7L)));
        assertThat(judge(VerdictKind.V15).fatal()).hasSize(1);
    }

    @Test
    void v16NothingHappened() {
        assertThat(scene.judge().voids()).extracting(Verdict::text).contains("there is no journal of an engine");
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).signal(Sign.TERM).stops();
        Report report = scene.judge(
                RunPlan.of(DeliveryBound.syncPoll(10)).withMinRecords(4).withMinHits(1));
        assertThat(report.voids()).hasSize(2);
    }

    @Test
    void v16AJournalThatEndsForNoReason() {
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3);
        scene.observed(new JournalEvent.RunEnd(scene.tick()));
        judge(VerdictKind.V16);
    }

    @Test
    void v16AHistoryWithoutWhatWasConfirmed() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 3)
                .commits(P0, 3, false, Answer.OK)
                .stops();
        judge(VerdictKind.V16);
    }
}

package io.millrace.testkit.ledger;

import static io.millrace.testkit.ledger.Scene.P0;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Reset;
import io.millrace.testkit.ledger.JournalEvent.Seek;
import io.millrace.testkit.ledger.JournalEvent.Sign;
import org.junit.jupiter.api.Test;

/** What must not be taken for a fault. */
class LegalThingsTest {
    private final Scene scene = new Scene();

    private Report clean() {
        Report report = scene.judge();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        return report;
    }

    @Test
    void aCommitThatWasAppliedThoughItsAnswerWasLost() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .commits(P0, 5, true, Answer.UNKNOWN)
                .killed();
        scene.worker("b").assigned(P0, 5).handles(P0, 5, 8).commits(P0, 8).stops();
        assertThat(clean().repeated()).isZero();
    }

    @Test
    void anUnansweredCommitThatComesToTheBrokerAfterAHigherOne() {
        Scene.Worker worker = scene.worker("a").assigned(P0, 0).handles(P0, 0, 5);
        worker.commits(P0, 5, false, Answer.UNKNOWN);
        worker.handles(P0, 5, 9).commits(P0, 9);
        scene.history.commit(scene.tick(), P0, 5, "");
        worker.handles(P0, 9, 12).commits(P0, 12).stops();
        Report report = clean();
        assertThat(report.counted()).extracting(Verdict::kind).containsExactly(VerdictKind.V5);
    }

    @Test
    void whatABreakLetsBeRepeated() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .commits(P0, 5, false, Answer.UNKNOWN)
                .killed();
        scene.worker("b").assigned(P0, 0).handles(P0, 0, 8).commits(P0, 8).stops();
        Report report = clean();
        assertThat(report.repeated()).isEqualTo(5);
        assertThat(report.largestBreak()).isEqualTo(5);
        assertThat(report.counted()).singleElement().satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(VerdictKind.V3);
            assertThat(verdict.spans()).containsExactly("a/w0/e1", "b/w0/e1");
        });
    }

    @Test
    void aRevocationWhoseCommitFailedIsABreak() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .commits(P0, 5, false, Answer.FAIL)
                .revoked(P0)
                .stops();
        scene.worker("b").assigned(P0, 0).handles(P0, 0, 5).commits(P0, 5).stops();
        assertThat(clean().repeated()).isEqualTo(5);
    }

    @Test
    void aWorkerThatGivesBackInItsCloseBeforeItsDeathIsTold() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .add(new JournalEvent.CloseBegin(scene.tick()))
                .revoked(P0)
                .add(new JournalEvent.CloseEnd(scene.tick()))
                .add(new JournalEvent.WorkerDead(scene.tick(), "OutOfMemoryError"));
        scene.worker("b").assigned(P0, 0).handles(P0, 0, 5).commits(P0, 5).stops();
        assertThat(clean().breaks()).isEqualTo(1);
    }

    @Test
    void markersCompactionAndAbortedTransactionsArePassed() {
        LogWitness.Partition log = scene.log.partition(P0, 0, 12);
        log.add(LogWitness.Content.VISIBLE, 0, 4);
        log.add(LogWitness.Content.MARKER, 4, 5);
        log.add(LogWitness.Content.COMPACTED, 5, 7);
        log.add(LogWitness.Content.ABORTED, 7, 9);
        log.add(LogWitness.Content.VISIBLE, 9, 11);
        log.add(LogWitness.Content.MARKER, 11, 12);
        // One of the compacted records was seen before it went.
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 4)
                .handles(P0, 6, 7)
                .handles(P0, 9, 11)
                .commits(P0, 12)
                .stops();
        clean();
    }

    @Test
    void anOperatorGoesBackAndTheCommitGoesDown() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 20)
                .commits(P0, 20)
                .seeks(P0, 20, 3, Seek.OPERATOR)
                .handles(P0, 3, 5)
                .commits(P0, 5)
                .revoked(P0)
                .stops();
        scene.worker("b").assigned(P0, 5).handles(P0, 5, 21).commits(P0, 21).stops();
        assertThat(clean().repeated()).isEqualTo(17);
    }

    @Test
    void anOperatorSkips() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 2)
                .seeks(P0, 2, 50, Seek.OPERATOR)
                .handles(P0, 50, 52)
                .commits(P0, 52)
                .stops();
        clean();
    }

    @Test
    void theGroupIsMovedFromOutside() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 20)
                .commits(P0, 20)
                .revoked(P0)
                .stops();
        scene.observed(new JournalEvent.OperatorReset(scene.tick(), P0, 7));
        scene.history.commit(scene.tick(), P0, 7, "");
        scene.worker("b").assigned(P0, 7).handles(P0, 7, 25).commits(P0, 25).stops();
        assertThat(clean().breaks()).isZero();
    }

    @Test
    void whatWasDeletedIsSkippedByAReset() {
        LogWitness.Partition log = scene.log.partition(P0, 30, 100);
        log.add(LogWitness.Content.TRUNCATED, 0, 30);
        log.add(LogWitness.Content.VISIBLE, 30, 100);
        scene.worker("a")
                .assigned(P0, 10)
                .resets(P0, 30, "out-of-range")
                .handles(P0, 30, 33)
                .commits(P0, 33)
                .stops();
        clean();
    }

    @Test
    void aNewGroupThatDiesBeforeItsFirstCommitBeginsAgain() {
        scene.worker("a")
                .assigned(P0, JournalEvent.NONE)
                .resets(P0, 0, Reset.NO_OFFSET)
                .handles(P0, 0, 4)
                .killed();
        scene.worker("b")
                .assigned(P0, JournalEvent.NONE)
                .resets(P0, 0, Reset.NO_OFFSET)
                .handles(P0, 0, 6)
                .commits(P0, 6)
                .stops();
        assertThat(clean().largestBreak()).isEqualTo(4);
    }

    @Test
    void recordsAreGivenBackAndFetchedAgain() {
        scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 2)
                .seeks(P0, 10, 2, "give-back")
                .handles(P0, 2, 10)
                .commits(P0, 10)
                .stops();
        clean();
    }

    @Test
    void aRecordIsTriedAgainBeforeTheNextOneBegins() {
        scene.worker("a")
                .assigned(P0, 0)
                .begins(P0, 0)
                .ends(P0, 0, Outcome.RETRY)
                .seeks(P0, 5, 0, "retry")
                .handles(P0, 0, 5)
                .commits(P0, 5)
                .stops();
        clean();
    }

    @Test
    void anEagerGroupTakesAllAndGivesItBack() {
        Scene.Worker a = scene.worker("a")
                .assigned(P0, 0)
                .handles(P0, 0, 5)
                .commits(P0, 5)
                .revoked(P0);
        a.assigned(P0, 5).handles(P0, 5, 9).commits(P0, 9).revoked(P0).stops();
        assertThat(clean().breaks()).isZero();
    }

    @Test
    void aStoppedProcessHandlesOnUntilItHearsThatItLost() {
        Scene.Worker zombie =
                scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).begins(P0, 3);
        zombie.signal(Sign.STOP);
        Scene.Worker next = scene.worker("b").assigned(P0, 0).handles(P0, 0, 6).commits(P0, 6);
        zombie.signal(Sign.CONT);
        zombie.ends(P0, 3, Outcome.OK).handles(P0, 4, 8);
        zombie.commits(P0, 8, false, Answer.FAIL).lost(P0).stops();
        next.handles(P0, 6, 9).commits(P0, 9).stops();
        Report report = clean();
        assertThat(report.counted()).extracting(Verdict::kind).contains(VerdictKind.V9);
    }

    /** Its client has the assignment from before; the group has given the partition to others in the meantime. */
    @Test
    void aStoppedProcessIsToldOfAnAssignmentWhenOthersHaveThePartition() {
        Scene.Worker stopped = scene.worker("a").signal(Sign.STOP);
        Scene.Worker owner = scene.worker("b").assigned(P0, 0).handles(P0, 0, 3);
        stopped.signal(Sign.CONT);
        stopped.assigned(P0, 0);
        owner.handles(P0, 3, 6);
        stopped.revoked(P0).stops();
        owner.commits(P0, 6).stops();
        assertThat(clean().counted()).isEmpty();
    }

    @Test
    void aStoppedProcessThatIsToldTooLateMayBeginBeforeItHearsTheRest() {
        Scene.Worker stopped = scene.worker("a").signal(Sign.STOP);
        Scene.Worker owner = scene.worker("b").assigned(P0, 0).handles(P0, 0, 3).commits(P0, 3);
        stopped.signal(Sign.CONT);
        stopped.assigned(P0, 3).handles(P0, 3, 5);
        owner.handles(P0, 3, 6);
        stopped.commits(P0, 5, false, Answer.FAIL).lost(P0).stops();
        owner.commits(P0, 6).stops();
        assertThat(clean().counted()).extracting(Verdict::kind).contains(VerdictKind.V9);
    }

    @Test
    void aKillBetweenBeginAndEnd() {
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).begins(P0, 3).killed();
        scene.worker("b").assigned(P0, 0).handles(P0, 0, 6).commits(P0, 6).stops();
        assertThat(clean().repeated()).isEqualTo(3);
    }

    /** As with the consumer protocol, when a member's time between two polls is over while it is given a partition. */
    @Test
    void anAssignmentThatIsToldTooLateAndGoesAtOnce() {
        Scene.Worker owner = scene.worker("a").assigned(P0, 0).handles(P0, 0, 5).commits(P0, 5);
        Scene.Worker late = scene.worker("b").assigned(P0, 5).lost(P0);
        for (long offset = 5; offset < 30; offset++) {
            owner.handles(P0, offset, offset + 1).commits(P0, offset + 1);
        }
        owner.killed();
        late.assigned(P0, 30).handles(P0, 30, 40).commits(P0, 40).stops();
        Report report = clean();
        assertThat(report.repeated()).isZero();
        assertThat(report.breaks()).isZero();
    }
}

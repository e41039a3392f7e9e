package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.StartPosition;
import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class StartResolverTest {
    private final LoopBench bench = new LoopBench();

    @Test
    void nothingCommittedIsConfirmedOnceThenThePolicyAppliesOnce() throws Exception {
        bench.group.append(0, 3).append(1, 2).commit(1, 1);
        bench.open(0, 1);
        bench.runTimes(3);
        assertThat(bench.journal.of("committed")).containsExactly("committed [t-0]");
        assertThat(bench.journal.of("seek")).containsExactly("seek t-0@0");
        assertThat(bench.handler.handled()).containsExactlyInAnyOrder("0@0", "0@1", "0@2", "1@1");
        assertThat(bench.group.committed(0)).isEqualTo(3);
        bench.assertNothingForbidden();
    }

    @Test
    void aPositionThatThePolicyChoseIsCommittedAlthoughNoRecordCame() throws Exception {
        bench.group.append(0, 7);
        bench.otherwise = new StartPosition.Latest();
        bench.open(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(7);
        bench.group.append(0, 1);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).containsExactly("0@7");
        assertThat(bench.group.committed(0)).isEqualTo(8);
    }

    @Test
    void earliestIsWhereTheLogBegins() throws Exception {
        bench.group.append(0, 9);
        bench.group.deleteBefore(0, 4);
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).startsWith("0@4").hasSize(5);
        assertThat(bench.snapshot().gaps()).isEmpty();
    }

    @Test
    void anEmptyPartitionIsCommittedAtItsBegin() throws Exception {
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.group.committed(0)).isEqualTo(0);
        assertThat(bench.consumer.commits().sent()).hasSize(1);
    }

    @Test
    void whatTurnsOutCommittedIsSoughtAndNotReset() throws Exception {
        bench.group.append(0, 9).commit(0, 6);
        bench.consumer.forgetCommitted(0);
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.journal.of("seek")).containsExactly("seek t-0@6");
        assertThat(bench.handler.handled()).containsExactly("0@6", "0@7", "0@8");
    }

    @Test
    void unknownIsNeverTakenForAbsent() throws Exception {
        bench.group.append(0, 9).commit(0, 6);
        bench.consumer.forgetCommitted(0);
        bench.consumer.before("committed", () -> {
            throw new TimeoutException("no coordinator");
        });
        bench.open(0);
        try {
            bench.runOnce();
        } catch (TimeoutException e) {
            // Giving up is allowed, choosing a start is not.
        }
        assertThat(bench.journal.of("seek")).isEmpty();
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(6);
    }

    @Test
    void thePolicyMayBeToFail() throws Exception {
        bench.group.append(0, 9);
        bench.otherwise = new StartPosition.Fail();
        bench.open(0);
        assertThatThrownBy(bench::runOnce)
                .isInstanceOf(NoStartPositionException.class)
                .hasMessageContaining("t-0")
                .hasMessageContaining("start.otherwise = fail");
        assertThat(bench.group.committed(0)).isNull();
    }

    @Test
    void anAgeFindsTheFirstRecordThatIsYoungEnough() throws Exception {
        long now = System.currentTimeMillis();
        bench.group.hole(0, 0);
        bench.group.truncate(0, now - 120_000);
        bench.group.deleteBefore(0, now - 120_000);
        bench.group.append(0, 1).hole(0, 110_000).append(0, 1);
        bench.otherwise = new StartPosition.Within(Duration.ofMinutes(1));
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).containsExactly("0@" + (now - 120_000 + 110_001));
    }

    @Test
    void anAgeThatNoRecordHasStartsAtTheEnd() throws Exception {
        bench.group.append(0, 5);
        bench.otherwise = new StartPosition.Within(Duration.ofMinutes(1));
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(5);
    }

    @Test
    void aPositionThatWasDeletedIsAGapWithItsExactRange() throws Exception {
        bench.group.append(0, 60).commit(0, 10);
        bench.group.deleteBefore(0, 50);
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.snapshot().gaps()).containsExactly(new PartitionRange(ScriptedGroup.partition(0), 10, 50));
        assertThat(bench.handler.handled()).startsWith("0@50").hasSize(10);
        assertThat(bench.group.committed(0)).isEqualTo(60);
        assertThat(bench.journal.of("committed")).isEmpty();
    }

    @Test
    void aLogThatIsDeletedWhileItIsReadIsAGapFromTheNextRecordOn() throws Exception {
        bench.group.append(0, 10).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        bench.group.append(0, 20);
        bench.group.deleteBefore(0, 25);
        bench.runTimes(2);
        assertThat(bench.snapshot().gaps()).containsExactly(new PartitionRange(ScriptedGroup.partition(0), 10, 25));
        assertThat(bench.handler.handled()).hasSize(15).endsWith("0@29");
        assertThat(bench.group.committed(0)).isEqualTo(30);
        assertThat(bench.view(0).committed()).isEqualTo(30);
    }

    @Test
    void aPositionBehindTheEndIsNoGap() throws Exception {
        bench.group.append(0, 5).commit(0, 9);
        bench.otherwise = new StartPosition.Latest();
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.snapshot().gaps()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(5);
    }

    @Test
    void aTruncatedLogIsReadFromItsNewStartAndBecomesClean() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(10), 1000);
        bench.group.append(0, 10).commit(0, 0);
        bench.open(0);
        bench.runTimes(3);
        assertThat(bench.group.committed(0)).isEqualTo(10);
        bench.group.append(0, 5);
        bench.consumer.commits().holdAnswers(true);
        bench.runOnce();
        assertThat(bench.journal.of("commitAsync")).endsWith("commitAsync {t-0=15}");
        bench.group.truncate(0, 3);
        bench.runOnce();
        bench.consumer.commits().holdAnswers(false);
        bench.runTimes(10);
        assertThat(bench.group.committed(0)).isEqualTo(3);
        int sent = bench.consumer.commits().sent().size();
        bench.runTimes(10);
        assertThat(bench.consumer.commits().sent())
                .as("nothing is left to commit")
                .hasSize(sent);
    }

    @Test
    void failingLeavesTheGroupsOffsetWhereItIsAndStillTellsTheGap() throws Exception {
        bench.group.append(0, 60).commit(0, 10);
        bench.group.deleteBefore(0, 50);
        bench.otherwise = new StartPosition.Fail();
        bench.open(0);
        assertThatThrownBy(bench::runOnce).isInstanceOf(NoStartPositionException.class);
        assertThat(bench.group.committed(0)).isEqualTo(10);
        assertThat(bench.snapshot().gaps()).hasSize(1);
    }

    @Test
    void aWakeupWhileThePositionIsAskedForFailsNothing() throws Exception {
        bench.group.append(0, 3);
        for (String call : new String[] {"committed", "beginningOffsets"}) {
            bench.consumer.before(call, bench.consumer::wakeup);
        }
        bench.open(0);
        assertThatCode(() -> bench.runTimes(5)).doesNotThrowAnyException();
        assertThat(bench.handler.handled()).hasSize(3);
        assertThat(bench.group.committed(0)).isEqualTo(3);
    }
}

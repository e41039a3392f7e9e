package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Partitions that the client lets go without a word. Found by a round with a record that outlasted the time between two
 * polls: with the consumer protocol the client told of a partition, cleared its whole assignment, and the worker ended when
 * it resumed what it had just been given.
 */
class LetGoTest {
    private final LoopBench bench = new LoopBench();

    @BeforeEach
    void twoPartitions() {
        bench.group.append(0, 4).commit(0, 0).append(1, 4).commit(1, 0);
    }

    @Test
    void theyAreLostAndTheOthersGoOn() throws Exception {
        bench.open(0, 1);
        bench.runOnce();
        bench.consumer.drop(1);
        bench.group.append(0, 2).append(1, 2);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(10).doesNotContain("1@4").endsWith("0@4", "0@5");
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("lost [t-1]");
        assertThat(bench.counts().lost()).isEqualTo(1);
        assertThat(bench.snapshot().partitions()).hasSize(2);
        bench.assertNothingForbidden();
    }

    @Test
    void whatWasNotCommittedThereIsTold() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, LoopBench.SPACING, 1000);
        bench.consumer.commits().holdAnswers(true);
        bench.open(0, 1);
        bench.runOnce();
        bench.consumer.drop(1);
        bench.runOnce();
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("undo [1@0-4]", "lost [t-1]");
        bench.assertNothingForbidden();
    }

    @Test
    void aPauseThatEndsFindsThemGone() throws Exception {
        bench.open(0, 1);
        bench.loop().pollPaused(LoopBench.SPACING);
        bench.consumer.drop(1);
        bench.loop().pollPaused(LoopBench.SPACING);
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("lost [t-1]");
        bench.assertNothingForbidden();
    }

    @Test
    void theyGoBetweenTheLookAndTheUse() throws Exception {
        bench.open(0, 1);
        bench.handler.at(0, 2, () -> {
            bench.stop();
            bench.consumer.drop(1);
        });
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2");
        bench.assertNothingForbidden();
    }

    @Test
    void theyComeBackAsAnyOther() throws Exception {
        bench.open(0, 1);
        bench.runOnce();
        bench.consumer.drop(1);
        bench.runOnce();
        bench.group.append(1, 2);
        bench.consumer.assignNext(1);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(10).endsWith("1@4", "1@5");
        assertThat(bench.group.committed(1)).isEqualTo(6);
        bench.assertNothingForbidden();
    }
}

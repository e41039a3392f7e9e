package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.worker.LoopBench;
import io.millrace.worker.ScriptedGroup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoneStrategyTest {
    private final ScriptedGroup group = new ScriptedGroup().append(0, 5).append(1, 5);
    private final KeptPositions kept = new KeptPositions();
    private final LoopBench bench = worker(kept);

    private LoopBench worker(KeptPositions positions) {
        return LoopBench.on(group).strategy(commits -> new NoneStrategy(commits, positions));
    }

    @AfterEach
    void nothingIsCommitted() {
        bench.assertNothingForbidden();
        assertThat(group.applied()).isEmpty();
    }

    @Test
    void whatIsHandledIsFlushedAndNotCommitted() throws Exception {
        bench.open(0);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.journal.of("flush")).hasSize(1);
        assertThat(bench.drain()).isTrue();
        assertThat(bench.journal.of("revoked", "lost")).containsExactly("revoked [t-0]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPartitionThatComesBackGoesOnWhereItWas(boolean lost) throws Exception {
        bench.open(0);
        bench.runTimes(2);
        if (lost) {
            bench.consumer.loseNext(0);
        } else {
            bench.consumer.revokeNext(0);
        }
        bench.consumer.assignNext(0);
        group.append(0, 2);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(7).doesNotHaveDuplicates();
        assertThat(bench.handler.undone()).isEmpty();
    }

    @Test
    void anEagerRebalanceRepeatsNothing() throws Exception {
        bench.open(0, 1);
        bench.runTimes(3);
        bench.consumer.revokeNext(0, 1);
        bench.consumer.assignNext(0, 1);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void anotherWorkerOfTheProcessGoesOnWhereTheLastOneStopped() throws Exception {
        bench.handler.at(0, 2, bench::stop);
        bench.open(0);
        bench.runTimes(2);
        assertThat(bench.drain()).isTrue();
        LoopBench next = worker(kept).open(0);
        next.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2");
        assertThat(next.handler.handled()).containsExactly("0@3", "0@4");
    }

    @Test
    void anotherWorkerOfTheProcessGoesOnBeforeTheRecordThatFailed() throws Exception {
        bench.handler.failAt(0, 2, new IllegalStateException("no"));
        bench.open(0);
        bench.end(catchThrowable(() -> bench.runTimes(2)));
        LoopBench next = worker(kept).open(0);
        next.runOnce();
        assertThat(next.handler.handled()).containsExactly("0@2", "0@3", "0@4");
    }

    @Test
    void anotherProcessBeginsAgain() throws Exception {
        bench.open(0);
        bench.runTimes(2);
        bench.drain();
        LoopBench next = worker(new KeptPositions()).open(0);
        next.runTimes(2);
        assertThat(next.handler.handled()).hasSize(5);
    }

    @Test
    void whatCouldNotBeFlushedComesAgainAndIsToldSo() throws Exception {
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        bench.open(0);
        bench.end(catchThrowable(() -> bench.runTimes(2)));
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("undo [0@0-5]", "lost [t-0]");
        LoopBench next = worker(kept).open(0);
        next.runTimes(2);
        assertThat(next.handler.handled()).hasSize(5);
    }

    @Test
    void asManyRecordsOfAnotherPartitionAreFlushedTooWhenOneGoes() throws Exception {
        bench.open(0);
        bench.runTimes(2);
        bench.consumer.revokeNext(0);
        bench.consumer.assignNext(1);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).hasSize(10);
        assertThat(bench.journal.lines()).endsWith("flush");
    }
}

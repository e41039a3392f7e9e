package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.delivery.Cut;
import io.millrace.offsets.StartPosition;
import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client that throws out of a poll that has taken records already: with the consumer protocol its own thread can take
 * a position away between a poll's look at a partition and its step past the records.
 */
class LostTrackTest {
    private static final IllegalStateException CONFUSED =
            new IllegalStateException("Cannot set a new position without a valid current position");
    private final LoopBench bench = new LoopBench();

    @BeforeEach
    void twoPartitions() {
        bench.group.append(0, 4).commit(0, 0).append(1, 4).commit(1, 2);
    }

    @Test
    void whatThePollHadTakenIsReadAgain() throws Exception {
        bench.open(0, 1);
        bench.consumer.maxPollRecords(3);
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2");
        bench.consumer.losesTrack(CONFUSED);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3", "1@2", "1@3");
        assertThat(bench.group.committed(0)).isEqualTo(4);
        assertThat(bench.group.committed(1)).isEqualTo(4);
        bench.assertNothingForbidden();
    }

    @Test
    void theGroupIsAskedWhereNothingWasHandledYet() throws Exception {
        bench.open(0, 1);
        bench.consumer.losesTrack(CONFUSED);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3", "1@2", "1@3");
        bench.assertNothingForbidden();
    }

    @Test
    void nothingIsPolledOrShownUntilTheGroupHasAnswered() throws Exception {
        bench.open(0, 1);
        bench.consumer.losesTrack(CONFUSED);
        bench.consumer.committedFails(new TimeoutException("no broker"));
        bench.runOnce();
        bench.mail();
        bench.runTimes(3);
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.shown().partitions())
                .allSatisfy(view -> assertThat(view.position()).isNull());
        bench.consumer.committedFails(null);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(6);
        assertThat(bench.view(1).first()).isEqualTo(2);
        bench.assertNothingForbidden();
    }

    @Test
    void whatWentMeanwhileIsNotAskedFor() throws Exception {
        bench.open(0, 1);
        bench.consumer.losesTrack(CONFUSED);
        bench.runOnce();
        bench.consumer.revokeNext(1);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3");
        bench.assertNothingForbidden();
    }

    @Test
    void aPartitionThatAPolicyStartedGoesOnFromThere() throws Exception {
        bench.group.append(2, 5);
        bench.otherwise = new StartPosition.Latest();
        bench.open(2);
        bench.runOnce();
        bench.group.append(2, 3);
        bench.consumer.losesTrack(CONFUSED);
        bench.runTimes(2);
        assertThat(bench.handler.handled()).containsExactly("2@5", "2@6", "2@7");
        bench.assertNothingForbidden();
    }

    @Test
    void whatTheClientCommitsByItselfIsNeverAhead() throws Exception {
        bench.auto(LoopBench.COMMIT_TIMEOUT, LoopBench.SPACING);
        bench.open(0, 1);
        bench.consumer.maxPollRecords(3);
        bench.runOnce();
        bench.consumer.losesTrack(CONFUSED);
        bench.runOnce();
        bench.consumer.timerRings();
        bench.consumer.atNextPoll(() -> assertThat(bench.group.committed(0)).isEqualTo(3));
        bench.runTimes(3);
        assertThat(bench.handler.handled()).hasSize(6);
        assertThat(bench.committedAndNotDone()).isEmpty();
        bench.assertNothingForbidden();
    }

    @Test
    void atMostOnceHandlesNothingTwice() throws Exception {
        bench.atMostOnce(LoopBench.COMMIT_TIMEOUT, Cut.POLL);
        bench.open(0, 1);
        bench.consumer.maxPollRecords(3);
        bench.runOnce();
        bench.consumer.losesTrack(CONFUSED);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3", "1@2", "1@3");
        bench.assertNothingForbidden();
    }

    @Test
    void aClientThatNeverFindsItsWayEndsTheWorker() throws Exception {
        bench.open(0, 1);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        bench.consumer.losesTrack(CONFUSED);
                        bench.clock.advance(Duration.ofMillis(1));
                        bench.runOnce();
                    }
                })
                .isSameAs(CONFUSED);
        assertThat(bench.handler.handled()).isEmpty();
    }
}

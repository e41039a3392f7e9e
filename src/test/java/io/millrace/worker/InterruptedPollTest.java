package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.delivery.Cut;
import java.time.Duration;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.junit.jupiter.api.Test;

/** Polls that bring no records: woken, failed, or too late. */
class InterruptedPollTest {
    private final LoopBench bench = new LoopBench();

    @Test
    void aWakeupOnlyShortensAPoll() throws Exception {
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
        bench.consumer.wakeup();
        bench.runOnce();
        assertThat(bench.handler.handled()).isEmpty();
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(3);
    }

    @Test
    void whatElseAPollThrowsComesOut() throws Exception {
        bench.open();
        bench.consumer.pollFails(new InvalidTopicException("gone"));
        assertThatThrownBy(bench::runOnce)
                .isInstanceOf(InvalidTopicException.class)
                .hasMessage("gone");
    }

    @Test
    void aPollThatFailsForAMomentIsTriedAgain() throws Exception {
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
        bench.consumer.pollFails(new DisconnectException());
        bench.consumer.pollFails(new TimeoutException("an offset is not known yet"));
        bench.consumer.pollFails(new StaleMemberEpochException("stale"));
        bench.consumer.pollFails(new UnknownMemberIdException());
        bench.runTimes(4);
        assertThat(bench.handler.handled()).isEmpty();
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(3);
    }

    /** As the classic client throws it when the coordinator is loading after a restart. */
    @Test
    void anErrorWithoutANameIsTriedAgainButNotForEver() throws Exception {
        KafkaException nameless = new KafkaException("Unexpected error from SyncGroup: The coordinator is loading");
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
        for (int i = 0; i < 10; i++) {
            bench.consumer.pollFails(nameless);
            bench.runOnce();
        }
        assertThat(bench.handler.handled()).isEmpty();
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(3);
        for (int i = 0; i < 11; i++) {
            bench.consumer.pollFails(nameless);
        }
        assertThatThrownBy(() -> bench.runTimes(11)).isSameAs(nameless);
        bench.assertNothingForbidden();
    }

    @Test
    void noCommitIsSentWhenThePollIntervalHasPassed() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.at(0, 4, () -> bench.clock.advance(bench.maxPollInterval.plusMillis(1)));
        bench.open(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.consumer.commits().sent()).isEmpty();
        assertThat(bench.meters.counts().commitFailures()).isEqualTo(1);
        bench.runOnce();
        assertThat(bench.consumer.commits().sent())
                .as("the member is still there after the poll")
                .hasSize(1);
    }

    @Test
    void noAsynchronousCommitIsSentWhenThePollIntervalHasPassed() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ZERO, 1000);
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.at(0, 4, () -> bench.clock.advance(bench.maxPollInterval.plusMillis(1)));
        bench.open(0);
        bench.runOnce();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        bench.consumer.loseNext(0);
        assertThatCode(bench::runOnce).doesNotThrowAnyException();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        bench.assertNothingForbidden();
    }

    /** The client throws it before it looks at its group, so it may have left all the same. */
    @Test
    void aPollThatAWakeupCutShortProvesNothing() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.at(0, 4, () -> bench.clock.advance(bench.maxPollInterval.plusMillis(1)));
        bench.open(0);
        bench.runOnce();
        bench.consumer.wakeup();
        bench.clock.advance(Duration.ofSeconds(1));
        bench.runOnce();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        bench.assertNothingForbidden();
    }

    @Test
    void whenThePollIntervalHasPassedTheRestOfThePollIsLeftToWhoeverOwnsItNow() throws Exception {
        bench.group.append(0, 5).commit(0, 0).append(1, 3).commit(1, 0);
        bench.handler.at(0, 1, this::outlastThePollInterval);
        bench.open(0, 1);
        bench.runOnce();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1");
        bench.consumer.loseNext(0);
        bench.runTimes(2);
        assertThat(bench.handler.handled())
                .as("what is still owned goes on where it was")
                .containsExactly("0@0", "0@1", "1@0", "1@1", "1@2");
        assertThat(bench.group.committed(0)).isZero();
        bench.assertNothingForbidden();
    }

    @Test
    void aMemberThatIsStillThereAfterThePollIntervalGoesOnWhereItWas() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.at(0, 1, this::outlastThePollInterval);
        bench.open(0);
        bench.runTimes(3);
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3", "0@4");
        assertThat(bench.group.committed(0)).isEqualTo(5);
        bench.assertNothingForbidden();
    }

    /** Nobody else would: it is committed. */
    @Test
    void whatIsCommittedAheadIsHandledAlthoughThePollIntervalHasPassed() throws Exception {
        bench.atMostOnce(LoopBench.COMMIT_TIMEOUT, Cut.POLL);
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.at(0, 1, this::outlastThePollInterval);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(5);
        bench.assertNothingForbidden();
    }

    /** The supervisor asks for snapshots while it lasts: that is when a worker looks up between two records. */
    private void outlastThePollInterval() {
        bench.mail();
        bench.clock.advance(bench.maxPollInterval.plusMillis(1));
    }
}

package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.metrics.CommitFailureCause;
import io.millrace.metrics.MetricNames;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each failure of a commit is counted, in all and by its cause, and is never counted as a record's failure. */
class CommitFailureCountTest {
    private final LoopBench bench = new LoopBench();

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new RebalanceInProgressException(), CommitFailureCause.REBALANCING),
                Arguments.of(new StaleMemberEpochException("stale"), CommitFailureCause.STALE_EPOCH),
                Arguments.of(new CommitFailedException(), CommitFailureCause.NOT_MEMBER),
                Arguments.of(new UnknownMemberIdException("who"), CommitFailureCause.NOT_MEMBER),
                Arguments.of(new TimeoutException("late"), CommitFailureCause.UNKNOWN),
                Arguments.of(new RetriableCommitFailedException("later"), CommitFailureCause.UNKNOWN),
                Arguments.of(new FencedInstanceIdException("fenced"), CommitFailureCause.FENCED),
                Arguments.of(new GroupAuthorizationException("G"), CommitFailureCause.REFUSED));
    }

    private Map<CommitFailureCause, Long> counts() {
        Map<CommitFailureCause, Long> counts = new EnumMap<>(CommitFailureCause.class);
        for (CommitFailureCause cause : CommitFailureCause.values()) {
            String name = MetricNames.of(0, MetricNames.COMMIT_FAILURES + "." + cause.text());
            long count = bench.registry.counter(name).getCount();
            if (count > 0) {
                counts.put(cause, count);
            }
        }
        return counts;
    }

    private void assertCounted(CommitFailureCause cause) {
        assertThat(counts()).containsExactly(Map.entry(cause, 1L));
        assertThat(bench.counts().commitFailures()).isEqualTo(1);
        assertThat(bench.counts().failed()).isZero();
        assertThat(bench.counts().handled()).isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aSynchronousFailureIsCountedByItsCause(RuntimeException error, CommitFailureCause cause) throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(error));
        bench.open(0);
        Throwable thrown = catchThrowable(bench::runOnce);
        assertCounted(cause);
        boolean fatal = cause == CommitFailureCause.FENCED || cause == CommitFailureCause.REFUSED;
        assertThat(thrown != null).isEqualTo(fatal);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anAsynchronousFailureIsCountedByItsCause(RuntimeException error, CommitFailureCause cause) throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(50), 100);
        bench.group.append(0, 5).commit(0, 0);
        bench.consumer.commits().asyncAnswers(CommitAnswer.refused(error));
        bench.open(0);
        assertThat(catchThrowable(() -> bench.runTimes(2)) != null)
                .isEqualTo(cause == CommitFailureCause.FENCED || cause == CommitFailureCause.REFUSED);
        assertCounted(cause);
    }

    @Test
    void whatTheClientThrowsInsteadOfSendingIsCountedToo() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(50), 100);
        bench.group.append(0, 5).commit(0, 0);
        bench.consumer.commits().asyncThrows(new FencedInstanceIdException("fenced"));
        bench.open(0);
        assertThat(catchThrowable(() -> bench.runTimes(2))).isInstanceOf(CommitRefusedException.class);
        assertCounted(CommitFailureCause.FENCED);
    }

    @Test
    void afterTheMaxPollIntervalNothingIsSentAndTheMemberCountsAsGone() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.handler.at(0, 4, () -> bench.clock.advance(bench.maxPollInterval.plusMillis(1)));
        bench.open(0);
        bench.runOnce();
        assertThat(bench.consumer.commits().sent()).isEmpty();
        assertCounted(CommitFailureCause.NOT_MEMBER);
    }

    @Test
    void aSuccessIsNoFailure() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        assertThat(counts()).isEmpty();
        assertThat(bench.counts().commits()).isEqualTo(1);
    }
}

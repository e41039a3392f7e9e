package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a handler is told when partitions go: undo names exactly what comes again, and comes before lost. */
class OwnershipEndTest {
    private static final Duration NEVER = Duration.ofHours(1);

    private final LoopBench bench = new LoopBench();

    /** Of partition 0 three of eight handled records are committed, of partition 1 all three. */
    private void handle() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, NEVER, 1000);
        bench.group.append(0, 3).append(1, 3).commit(0, 0).commit(1, 0);
        bench.open(0, 1);
        bench.runTimes(2);
        bench.group.append(0, 5);
        bench.runTimes(2);
        assertThat(bench.group.committed(0)).isEqualTo(3);
        bench.journal.clear();
    }

    @AfterEach
    void nothingForbiddenWasDone() {
        bench.assertNothingForbidden();
    }

    @Test
    void whatIsLostIsUndoneFromTheLastAcknowledgedCommitOn() throws Exception {
        handle();
        bench.consumer.loseNext(0, 1);
        bench.runOnce();
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("undo [0@3-8]", "lost [t-0, t-1]");
    }

    @Test
    void whatIsKeptIsNotUndone() throws Exception {
        handle();
        bench.consumer.loseNext(1);
        bench.runOnce();
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("lost [t-1]");
        assertThat(bench.drain()).isTrue();
        assertThat(bench.group.committed(0)).isEqualTo(8);
    }

    @Test
    void afterALastCommitNothingIsUndone() throws Exception {
        handle();
        bench.consumer.revokeNext(0, 1);
        bench.runOnce();
        assertThat(bench.journal.of("undo", "revoked", "lost")).containsExactly("revoked [t-0, t-1]");
    }

    @Test
    void afterARefusedLastCommitOnlyWhatItCarriedIsUndoneAndLost() throws Exception {
        handle();
        bench.consumer.commits().syncAnswers(CommitAnswer.refused(new CommitFailedException()));
        bench.consumer.revokeNext(0, 1);
        bench.runOnce();
        assertThat(bench.journal.of("undo", "revoked", "lost"))
                .containsExactly("revoked [t-1]", "undo [0@3-8]", "lost [t-0]");
    }

    /** It may have been applied, but nobody knows: the handler must be ready for both. */
    @Test
    void aLastCommitWithoutAnAnswerIsUndone() throws Exception {
        handle();
        CommitAnswer[] silence = new CommitAnswer[20];
        java.util.Arrays.fill(silence, new CommitAnswer(true, new TimeoutException("scripted"), Duration.ofSeconds(5)));
        bench.consumer.commits().syncAnswers(silence);
        bench.consumer.revokeNext(0);
        bench.runOnce();
        assertThat(bench.journal.of("undo", "lost")).containsExactly("undo [0@3-8]", "lost [t-0]");
    }

    @Test
    void whatComesAgainIsWhatWasUndone() throws Exception {
        bench.group.append(0, 6).commit(0, 0);
        bench.handler.at(0, 5, () -> bench.clock.advance(bench.maxPollInterval.plusMillis(1)));
        bench.open(0);
        bench.runOnce();
        int before = bench.handler.handled().size();
        bench.consumer.loseNext(0);
        bench.consumer.assignNext(0);
        bench.runTimes(2);
        assertThat(bench.handler.undone()).containsExactly("0@0-6");
        assertThat(bench.handler
                        .handled()
                        .subList(before, bench.handler.handled().size()))
                .containsExactly("0@0", "0@1", "0@2", "0@3", "0@4", "0@5");
    }

    @Test
    void whereOnlyMarkersWereReadFirstUndoBeginsWithTheFirstRecord() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, NEVER, 1000);
        bench.group.hole(0, 2).commit(0, 0);
        bench.consumer.commits().asyncAnswers(CommitAnswer.refused(new CommitFailedException()));
        bench.open(0);
        bench.runOnce();
        bench.group.append(0, 3);
        bench.runTimes(2);
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.handler.undone()).containsExactly("0@2-5");
    }

    @Test
    void markersAloneAreNotUndone() throws Exception {
        bench.async(LoopBench.COMMIT_TIMEOUT, NEVER, 1000);
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
        bench.runTimes(2);
        bench.group.hole(0, 4);
        bench.runOnce();
        bench.consumer.loseNext(0);
        bench.runOnce();
        assertThat(bench.handler.undone()).isEmpty();
    }

    @Test
    void anUndoThatFailsStillTellsWhatIsLostAndEndsTheWorker() throws Exception {
        handle();
        bench.handler.fail("undo", new IllegalStateException("scripted"));
        bench.consumer.loseNext(0);
        Throwable failure = catchThrowable(bench::runOnce);
        assertThat(failure).isInstanceOf(RebalanceFailure.class).hasRootCauseMessage("scripted");
        assertThat(bench.journal.of("undo", "lost")).containsExactly("undo [0@3-8]", "lost [t-0]");
        assertThat(bench.snapshot().owned()).containsExactly(ScriptedGroup.partition(1));
    }

    @Test
    void whatCouldNotBeFlushedAtTheEndIsUndone() throws Exception {
        handle();
        bench.handler.fail("flush", new IllegalStateException("disk full"));
        bench.end(catchThrowable(bench::drain));
        assertThat(bench.journal.of("undo", "revoked", "lost"))
                .containsExactly("revoked [t-1]", "undo [0@3-8]", "lost [t-0]");
    }

    /** A handler that keeps one file open per partition has none open when they have gone, however they went. */
    @ParameterizedTest
    @ValueSource(strings = {"revoked", "refused", "lost", "stop", "failure"})
    void nothingStaysOpenOfWhatWent(String how) throws Exception {
        OpenFiles files = new OpenFiles(bench.handler);
        bench.handlers = () -> files;
        bench.group.append(0, 3).append(1, 3).commit(0, 0).commit(1, 0);
        bench.open(0, 1);
        bench.runOnce();
        assertThat(files.open).hasSize(2);
        switch (how) {
            case "stop" -> bench.drain();
            case "failure" -> bench.end(new IllegalStateException("scripted"));
            case "lost" -> bench.consumer.loseNext(0, 1);
            default -> bench.consumer.revokeNext(0, 1);
        }
        if (how.equals("refused")) {
            bench.group.append(0, 1);
            bench.consumer.commits().syncAnswers(CommitAnswer.refused(new CommitFailedException()));
        }
        if (!how.equals("stop") && !how.equals("failure")) {
            bench.runOnce();
        }
        assertThat(files.open).isEmpty();
    }

    private static final class OpenFiles implements io.millrace.api.RecordHandler<Object, Object> {
        private final RecordingHandler told;
        final Set<TopicPartition> open = new HashSet<>();

        OpenFiles(RecordingHandler told) {
            this.told = told;
        }

        @Override
        public void handle(Object key, Object value, ConsumerRecord<byte[], byte[]> record) throws Exception {
            open.add(new TopicPartition(record.topic(), record.partition()));
            told.handle(key, value, record);
        }

        @Override
        public void flush() throws Exception {
            told.flush();
        }

        @Override
        public void revoked(Collection<TopicPartition> partitions) {
            open.removeAll(partitions);
        }

        @Override
        public void lost(Collection<TopicPartition> partitions) {
            open.removeAll(partitions);
        }
    }
}

package io.millrace.testkit.ledger;

import static io.millrace.testkit.ledger.Scene.P0;
import static io.millrace.testkit.ledger.Scene.P1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessFilesTest {
    @TempDir
    private Path folder;

    @Test
    void aLogComesBack() {
        LogWitness log = new LogWitness(true);
        LogWitness.Partition partition = log.partition(P0, 2, 300);
        partition.add(LogWitness.Content.VISIBLE, 0, 250);
        partition.add(LogWitness.Content.MARKER, 250, 251);
        partition.add(LogWitness.Content.COMPACTED, 10, 12);
        partition.add(LogWitness.Content.TRUNCATED, 0, 2);
        partition.add(LogWitness.Content.ABORTED, 260, 270);
        log.write(folder.resolve(Witnesses.LOG));
        LogWitness read = LogWitness.read(folder.resolve(Witnesses.LOG));
        LogWitness.Partition same = read.get(P0);
        assertThat(read.isReadCommitted()).isTrue();
        assertThat(same.start()).isEqualTo(2);
        assertThat(same.end()).isEqualTo(300);
        assertThat(same.due().size()).isEqualTo(246);
        assertThat(same.possible().size()).isEqualTo(250);
        assertThat(same.aborted().size()).isEqualTo(10);
        assertThat(same.due().contains(11)).isFalse();
    }

    @Test
    void aHistoryComesBack() {
        CommitHistory history = new CommitHistory(false, 17);
        history.commit(1, P0, 5, "meta data");
        history.commit(2, P1, 6, "");
        history.sample(3, P0, 5);
        history.write(folder.resolve(Witnesses.COMMITS));
        CommitHistory read = CommitHistory.read(folder.resolve(Witnesses.COMMITS));
        assertThat(read.isComplete()).isFalse();
        assertThat(read.skewNanos()).isEqualTo(17);
        assertThat(read.commits()).isEqualTo(history.commits());
        assertThat(read.samples()).isEqualTo(history.samples());
    }

    @Test
    void producersTellWhatBecameOfWhatTheyMeant() {
        Path file = folder.resolve("p1" + Witnesses.PRODUCER);
        try (ProducerWriter writer = new ProducerWriter(file)) {
            writer.intent(1, P0, 0, null);
            writer.intent(2, P0, 1, "t1");
            writer.intent(3, P0, 2, "t2");
            writer.intent(4, P0, 3, null);
            writer.intent(5, P0, 4, null);
            writer.intent(6, P0, 5, null);
            writer.acknowledged(7, P0, 0, 10);
            writer.acknowledged(8, P0, 1, 11);
            writer.acknowledged(9, P0, 2, 12);
            writer.failed(10, P0, 3, "too large");
            writer.unknown(11, P0, 4, "timeout");
            writer.transactionEnded(12, "t1", true);
            writer.transactionEnded(13, "t2", false);
        }
        ProducerLedger ledger = new ProducerLedger();
        ledger.read(file);
        ProducerLedger.Partition partition = ledger.get(P0);
        assertThat(partition.intents()).isEqualTo(6);
        assertThat(partition.acknowledged().size()).isEqualTo(3);
        assertThat(partition.aborted().contains(12)).isTrue();
        assertThat(partition.aborted().size()).isEqualTo(1);
        assertThat(partition.lastAck()).isEqualTo(9);
        // One said so, one has no outcome at all.
        assertThat(partition.unknown()).isEqualTo(2);
    }

    @Test
    void whatTheBrokerLostIsNoFaultOfTheEngine() {
        Scene scene = new Scene();
        scene.worker("a").assigned(P0, 0).handles(P0, 0, 3).commits(P0, 3).stops();
        ProducerLedger producers = new ProducerLedger();
        for (long offset = 0; offset < 101; offset++) {
            producers.acknowledged(offset, P0, offset, false);
        }
        Witnesses seen = scene.witnesses();
        Report report = new Checker(RunPlan.of(DeliveryBound.syncPoll(10)))
                .check(new Witnesses(seen.journals(), seen.log(), seen.commits(), producers));
        assertThat(report.voids())
                .extracting(Verdict::text)
                .containsExactly("orders-0 [100,101) was acknowledged and is not in the log");
        assertThat(report.fatal()).isEmpty();
    }

    @Test
    void aFolderWithoutAWitnessIsVoid() {
        Report report = new Checker(RunPlan.of(DeliveryBound.syncPoll(10))).check(folder);
        assertThat(report.kinds()).containsExactly(VerdictKind.V16);
    }

    @Test
    void aJournalThatBreaksMakesTheRunVoid() throws IOException {
        new LogWitness(true).write(folder.resolve(Witnesses.LOG));
        new CommitHistory(true, 0).write(folder.resolve(Witnesses.COMMITS));
        Path file = folder.resolve("w0" + Witnesses.JOURNAL);
        try (JournalWriter writer = new JournalWriter(file)) {
            writer.write(new JournalEvent.ProcessStart(1, "a", 1, 0));
            writer.write(new JournalEvent.WorkerStart(2, 0));
            writer.write(new JournalEvent.WorkerStop(3));
        }
        Checker checker = new Checker(RunPlan.of(DeliveryBound.syncPoll(10)));
        assertThat(checker.check(folder).isClean()).isTrue();
        byte[] bytes = Files.readAllBytes(file);
        bytes[40] ^= 1;
        Files.write(file, bytes);
        assertThat(checker.check(folder).voids())
                .extracting(Verdict::text)
                .contains("w0.journal, line 1: length or checksum is wrong");
    }

    @Test
    void aClockThatGoesBackMakesTheRunVoid() {
        Scene scene = new Scene();
        scene.worker("a")
                .assigned(P0, 0)
                .add(new JournalEvent.Wakeup(5_000_000_000L))
                .handles(P0, 0, 3)
                .stops();
        assertThat(scene.judge().voids())
                .isNotEmpty()
                .allMatch(verdict -> verdict.text().contains("clock of a"));
    }

    @Test
    void aLogWitnessMustBeWhole() throws IOException {
        Path file = folder.resolve(Witnesses.LOG);
        new LogWitness(true).write(file);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length + 3));
        assertThatThrownBy(() -> LogWitness.read(file)).isInstanceOf(BrokenWitnessException.class);
    }
}

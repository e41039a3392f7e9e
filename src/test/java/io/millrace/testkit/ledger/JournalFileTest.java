package io.millrace.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
    private static final TopicPartition P = new TopicPartition("a-topic.with_names", 12);
    private static final List<JournalEvent> ALL = List.of(
            new JournalEvent.ProcessStart(1, "engine 1", 4711, 1_700_000_000_000L),
            new JournalEvent.WorkerStart(2, 3),
            new JournalEvent.Assigned(3, 7, P, JournalEvent.NONE, JournalEvent.UNKNOWN),
            new JournalEvent.Assigned(3, 7, P, 42, 42),
            new JournalEvent.Reset(4, 7, P, 0, JournalEvent.Reset.NO_OFFSET),
            new JournalEvent.Seek(5, 7, P, JournalEvent.UNKNOWN, 9, "100 % sure = yes\n"),
            new JournalEvent.Paused(6, 7, P),
            new JournalEvent.Resumed(7, 7, P),
            new JournalEvent.Begin(8, 7, P, 9, 1),
            new JournalEvent.End(9, 7, P, 9, 1, Outcome.DEAD_LETTERED),
            new JournalEvent.Run(10, 11, 7, P, 10, 500),
            new JournalEvent.Corrupt(11, 7, P, 499, "Prüfsumme"),
            new JournalEvent.CommitTry(12, 1, JournalEvent.Mode.CLOSE, Map.of(P, 500L, new TopicPartition("b", 0), 1L)),
            new JournalEvent.CommitAnswer(13, 1, JournalEvent.Answer.OK, ""),
            new JournalEvent.CommitTry(14, 2, JournalEvent.Mode.ASYNC, Map.of(P, 501L)),
            new JournalEvent.CommitAnswer(15, 2, JournalEvent.Answer.UNKNOWN, "TimeoutException: no answer"),
            new JournalEvent.CommitAnswer(15, 3, JournalEvent.Answer.FAIL, ""),
            new JournalEvent.Wakeup(16),
            new JournalEvent.Revoked(17, 7, P),
            new JournalEvent.Lost(18, 7, P),
            new JournalEvent.CloseBegin(19),
            new JournalEvent.CloseEnd(20),
            new JournalEvent.WorkerDead(21, "java.lang.Error"),
            new JournalEvent.WorkerStop(Long.MAX_VALUE),
            new JournalEvent.Signal(1, "engine 1", JournalEvent.Sign.STOP),
            new JournalEvent.OperatorReset(2, P, 0),
            new JournalEvent.Hit(3, "commit answer dropped"),
            new JournalEvent.Outage(4, true, "broker"),
            new JournalEvent.Outage(5, false, "broker"),
            new JournalEvent.Status(6, "engine 1", 0, "RUNNING"),
            new JournalEvent.Counters(7, "engine 1", Map.of("ok", 5L, "dead-lettered", 0L)),
            new JournalEvent.RunEnd(-8));

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("w0.journal");
    }

    private static List<JournalEvent> read(Path file) {
        List<JournalEvent> events = new ArrayList<>();
        try (JournalReader reader = new JournalReader(file)) {
            for (JournalEvent event = reader.next(); event != null; event = reader.next()) {
                events.add(event);
            }
        }
        return events;
    }

    @Test
    void everyEventComesBack() {
        try (JournalWriter writer = new JournalWriter(file())) {
            ALL.forEach(writer::write);
        }
        assertThat(read(file())).isEqualTo(ALL);
    }

    @Test
    void aLineCanBeReadByAPerson() throws IOException {
        try (JournalWriter writer = new JournalWriter(file())) {
            writer.write(new JournalEvent.End(9, 7, P, 1042, 1, Outcome.OK));
        }
        assertThat(Files.readString(file()))
                .matches("00043 [0-9a-f]{8} END 9 e=7 a-topic\\.with_names-12@1042 a=1 ok\n");
    }

    @Test
    void aWrittenLineIsThereAtOnceAndAnAppendedOneWithTheNext() {
        try (JournalWriter writer = new JournalWriter(file())) {
            writer.write(ALL.get(0));
            assertThat(read(file())).hasSize(1);
            writer.append(ALL.get(1));
            writer.append(ALL.get(2));
            assertThat(read(file())).hasSize(1);
            writer.write(ALL.get(3));
            assertThat(read(file())).hasSize(4);
        }
    }

    @Test
    void neighboursShareARunAndNothingOvertakesIt() {
        JournalEvent commit = new JournalEvent.CommitTry(9, 1, JournalEvent.Mode.SYNC, Map.of(P, 8L));
        try (JournalWriter writer = new JournalWriter(file())) {
            writer.ran(P, 1, 5, 1, 2);
            writer.ran(P, 1, 6, 3, 4);
            writer.ran(P, 1, 8, 5, 6);
            writer.ran(P, 2, 9, 7, 8);
            writer.write(commit);
        }
        assertThat(read(file()))
                .containsExactly(
                        new JournalEvent.Run(1, 4, 1, P, 5, 7),
                        new JournalEvent.Run(5, 6, 1, P, 8, 9),
                        new JournalEvent.Run(7, 8, 2, P, 9, 10),
                        commit);
    }

    @Test
    void aTornLastLineIsPassedOverWhereverItBreaks() throws IOException {
        try (JournalWriter writer = new JournalWriter(file())) {
            ALL.forEach(writer::write);
        }
        byte[] whole = Files.readAllBytes(file());
        Path torn = folder.resolve("torn.journal");
        for (int length = whole.length - 1; length > whole.length - 60; length--) {
            Files.write(torn, java.util.Arrays.copyOf(whole, length));
            assertThat(read(torn)).hasSizeBetween(ALL.size() - 3, ALL.size()).isSubsetOf(ALL);
        }
    }

    @Test
    void aBrokenLineBeforeTheLastIsAnError() throws IOException {
        try (JournalWriter writer = new JournalWriter(file())) {
            ALL.forEach(writer::write);
        }
        byte[] whole = Files.readAllBytes(file());
        for (int at = 0; at < whole.length - 1; at += 7) {
            byte[] broken = whole.clone();
            broken[at] ^= 4;
            Path file = folder.resolve("broken.journal");
            Files.write(file, broken);
            assertThatThrownBy(() -> read(file)).as("byte " + at).isInstanceOf(BrokenWitnessException.class);
        }
    }

    @Test
    void aFileIsWrittenByOneOnly() {
        new JournalWriter(file()).close();
        assertThatThrownBy(() -> new JournalWriter(file())).isInstanceOf(UncheckedIOException.class);
    }
}

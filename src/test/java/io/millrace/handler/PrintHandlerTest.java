package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintHandlerTest {
    private static final String FORMAT = "{topic}-{partition}@{offset} {key} {value}";

    @TempDir
    Path directory;

    private TestContext context;

    private PrintHandler open(String format, Path to, boolean raw, String onMissing) throws IOException {
        context =
                new TestContext(new PrintHandler.Settings(format, to.toString(), raw, Optional.ofNullable(onMissing)));
        return openAnother();
    }

    private PrintHandler openAnother() throws IOException {
        PrintHandler handler = new PrintHandler();
        handler.open(context);
        return handler;
    }

    @AfterEach
    void close() throws IOException {
        if (context != null) {
            context.close();
        }
    }

    @Test
    void oneEscapedLinePerRecord() throws IOException {
        Path file = directory.resolve("lines");
        PrintHandler handler = open(FORMAT, file, false, null);
        handler.handle("k", "a\nb\\", TestRecords.PLAIN);
        handler.handle(null, "Zürich", TestRecords.PLAIN);
        assertThat(file).isEmptyFile();
        handler.flush();
        assertThat(file).hasContent("towns-3@42 k a\\nb\\\\\ntowns-3@42 null Zürich\n");
        handler.flush();
        assertThat(file).hasContent("towns-3@42 k a\\nb\\\\\ntowns-3@42 null Zürich\n");
    }

    @Test
    void rawIsAsItIs() throws IOException {
        Path file = directory.resolve("lines");
        PrintHandler handler = open("{value}", file, true, null);
        handler.handle("k", "{\"a\":\"\\\"\"}\u001b", TestRecords.PLAIN);
        handler.flush();
        assertThat(file).hasContent("{\"a\":\"\\\"\"}\u001b\n");
    }

    @Test
    void workersShareTheFile() throws IOException {
        Path file = directory.resolve("lines");
        PrintHandler one = open("{value}", file, false, null);
        PrintHandler two = openAnother();
        one.handle(null, "1", TestRecords.PLAIN);
        two.handle(null, "2", TestRecords.PLAIN);
        two.flush();
        one.flush();
        assertThat(file).hasContent("2\n1\n");
    }

    @Test
    void manyLinesAreWrittenBeforeTheFlush() throws IOException {
        Path file = directory.resolve("lines");
        PrintHandler handler = open("{value}", file, false, null);
        handler.handle(null, "x".repeat(300_000), TestRecords.PLAIN);
        handler.handle(null, "y", TestRecords.PLAIN);
        assertThat(file).hasSize(300_001);
        handler.flush();
        assertThat(file).hasSize(300_003);
    }

    @Test
    void refusedRecordLeavesNoPieceOfALine() throws IOException {
        Path file = directory.resolve("lines");
        PrintHandler handler = open("{key} {value}", file, false, "error");
        handler.handle("a", "1", TestRecords.PLAIN);
        assertThatThrownBy(() -> handler.handle("b", null, TestRecords.PLAIN))
                .isInstanceOf(NoSuchElementException.class);
        handler.handle("c", "3", TestRecords.PLAIN);
        handler.flush();
        assertThat(file).hasContent("a 1\nc 3\n");
    }

    @Test
    void nothingIsPrintedOfLostPartitions() throws IOException {
        Path file = directory.resolve("lines");
        PrintHandler handler = open("{value}", file, false, null);
        List<TopicPartition> all = List.of(new TopicPartition("towns", 3), new TopicPartition("towns", 4));
        handler.assigned(all);
        handler.handle(null, "kept, as one partition is left", TestRecords.PLAIN);
        handler.lost(all.subList(1, 2));
        handler.flush();
        handler.handle(null, "dropped", TestRecords.PLAIN);
        handler.lost(all.subList(0, 1));
        handler.flush();
        assertThat(file).hasContent("kept, as one partition is left\n");
    }

    @Test
    void fullDiskIsToldAndNothingForgotten() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full here");
        PrintHandler handler = open("{value}", full, false, null);
        handler.handle(null, "a", TestRecords.PLAIN);
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(handler::flush)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("cannot write to /dev/full: No space left on device; free some space");
        }
    }

    @Test
    void fileThatCannotBeOpenedIsTold() {
        assertThatThrownBy(() -> open(FORMAT, directory.resolve("no/such/file"), false, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot open " + directory.resolve("no/such/file"))
                .hasMessageContaining("the directory " + directory.resolve("no/such") + " does not exist; create it");
        assertThatThrownBy(() -> open(FORMAT, directory, false, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is a directory");
    }

    @Test
    void settingsAreChecked() {
        assertThat(faults(new PrintHandler.Settings("{kye}", "stdout", false, Optional.empty())))
                .singleElement()
                .asString()
                .startsWith("format: there is no field kye");
        assertThat(faults(new PrintHandler.Settings("{key}\n", "stdout", false, Optional.of("\r"))))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("format: has a line break"),
                        second -> assertThat(second).startsWith("on-missing: has a line break"));
        assertThat(faults(new PrintHandler.Settings("{key}\n", "stdout", true, Optional.of("\r"))))
                .isEmpty();
        assertThat(faults(new PrintHandler.Settings("{key}", " ", false, Optional.empty())))
                .containsExactly("to: names no file\nfix: to = stdout, or the path of a file");
        assertThat(faults(new PrintHandler.Settings("{key}", "a\0b", false, Optional.empty())))
                .singleElement()
                .asString()
                .startsWith("to: is no path");
    }

    private static List<String> faults(PrintHandler.Settings settings) {
        List<String> faults = new ArrayList<>();
        settings.check((name, what) -> faults.add(name + ": " + what));
        return faults;
    }
}

package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(60)
class LineFileTest {
    private static final int LINES = 400;

    private static final Path SHELL = Path.of("/bin/sh");

    @TempDir
    Path directory;

    private Path file;
    private final List<Process> children = new ArrayList<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        file = directory.resolve("lines");
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void clean() {
        logger().detachAppender(log);
        children.forEach(Process::destroyForcibly);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(FileTail.class);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Process child(List<String> before, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:-UsePerfData", "-cp", System.getProperty("java.class.path")));
        command.add(PrintProcess.class.getName());
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    /** What the child said before the word. */
    private static String await(Process child, String word) throws IOException {
        StringBuilder said = new StringBuilder();
        BufferedReader output = child.inputReader();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.equals(word)) {
                return said.toString();
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("the child ended without saying " + word + ": " + said);
    }

    private static void goOn(Process child) throws IOException {
        child.getOutputStream().close();
    }

    private static void awaitEnd(Process child) throws InterruptedException {
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
    }

    @Test
    void appendsToWhatIsThere() throws IOException {
        Files.writeString(file, "old\n");
        try (LineFile lines = LineFile.open(file)) {
            lines.write(utf8("new\n"));
        }
        assertThat(file).hasContent("old\nnew\n");
        assertThat(log.list).isEmpty();
    }

    @Test
    void tornLastLineIsCutOffWhenAlone() throws IOException {
        String whole = "a\n" + "b".repeat(200_000) + "\n";
        Files.writeString(file, whole + "t".repeat(150_000));
        LineFile.open(file).close();
        assertThat(Files.readString(file)).isEqualTo(whole);
        assertThat(log.list)
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .startsWith("Cut 150000 bytes off " + file + ": its last line was not whole"));
    }

    @Test
    void fileWithoutAnyLineBreakLosesNothing() throws IOException {
        Files.writeString(file, "perhaps not ours");
        try (LineFile lines = LineFile.open(file)) {
            lines.write(utf8("new\n"));
        }
        assertThat(file).hasContent("perhaps not ours\nnew\n");
        assertThat(log.list).hasSize(1);
    }

    @Test
    void tornLastLineStaysWhileAnotherProcessHasTheFile() throws Exception {
        Files.writeString(file, "a\n");
        Process child = child(List.of(), "hold", file.toString());
        await(child, "OPEN");
        Files.writeString(file, "torn", StandardOpenOption.APPEND);
        LineFile.open(file).close();
        assertThat(file).hasContent("a\ntorn");

        goOn(child);
        awaitEnd(child);
        LineFile.open(file).close();
        assertThat(file).hasContent("a\n");
    }

    @Test
    void oneInstancePerFile() throws IOException {
        LineFile one = LineFile.open(file);
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        LineFile two = LineFile.open(link);
        assertThat(two).isSameAs(one);
        one.close();
        two.write(utf8("still open\n"));
        two.close();
        assertThatThrownBy(() -> two.write(utf8("x\n")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot write to " + file + ": it was closed");
        assertThat(file).hasContent("still open\n");
    }

    @Test
    void afterAnInterruptTheFileCanBeOpenedAgain() throws IOException {
        LineFile one = LineFile.open(file);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> one.write(utf8("x\n"))).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        Files.writeString(file, "");
        try (LineFile two = LineFile.open(file)) {
            one.close();
            two.write(utf8("new\n"));
        }
        assertThat(file).hasContent("new\n");
    }

    @Test
    void fileLockedBySomethingElseIsStillWritten() throws IOException {
        Files.writeString(file, "torn");
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.lock();
            try (LineFile lines = LineFile.open(file)) {
                lines.write(utf8("\nb\n"));
            }
        }
        assertThat(file).hasContent("torn\nb\n");
    }

    @Test
    void linesOfTwoProcessesNeverMix() throws Exception {
        Process one = child(List.of(), "append", file.toString(), "a", String.valueOf(LINES));
        Process two = child(List.of(), "append", file.toString(), "b", String.valueOf(LINES));
        await(one, "OPEN");
        await(two, "OPEN");
        goOn(one);
        goOn(two);
        awaitEnd(one);
        awaitEnd(two);
        assertThat(linesByPrefix(Files.readAllLines(file)))
                .hasSize(8)
                .allSatisfy((prefix, count) -> assertThat(count).isEqualTo(LINES));
    }

    @Test
    void linesOnStandardOutputNeverMix() throws Exception {
        Process child = child(List.of(), "stdout", "s", String.valueOf(LINES));
        List<String> lines = child.inputReader().lines().toList();
        awaitEnd(child);
        assertThat(linesByPrefix(lines))
                .hasSize(4)
                .allSatisfy((prefix, count) -> assertThat(count).isEqualTo(LINES));
    }

    @Test
    void readerThatIsGoneIsTold() throws Exception {
        assumeTrue(Files.isExecutable(SHELL), "there is no shell here");
        List<String> pipe = List.of(SHELL.toString(), "-c", "\"$@\" 2>\"$0\" | head -n 1", file.toString());
        Process gone = child(pipe, "stdout", "s", String.valueOf(LINES));
        awaitEnd(gone);
        assertThat(Files.readString(file))
                .contains("cannot write to standard output: its reader is gone (Broken pipe)");
    }

    /** Counts the lines of each prefix; each line must be whole and in its place. */
    private static Map<String, Integer> linesByPrefix(List<String> lines) {
        Map<String, Integer> next = new HashMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            assertThat(words).as(line).hasSize(4);
            assertThat(words[2]).hasSize(Integer.parseInt(words[3]));
            int number = next.merge(words[0], 1, Integer::sum) - 1;
            assertThat(Integer.parseInt(words[1])).isEqualTo(number);
        }
        return next;
    }

    /** A limit on the size of files lets a write end in the middle, as a full disk does: 64 KB in POSIX's blocks. */
    private Process childWithSmallDisk() throws IOException {
        assumeTrue(Files.isExecutable(SHELL), "there is no shell here");
        List<String> limited = List.of(SHELL.toString(), "-c", "ulimit -f 128 && exec \"$0\" \"$@\"");
        return child(limited, "until-full", file.toString(), "10000");
    }

    @Test
    void writeThatFailsInTheMiddleIsTakenBackWhenAlone() throws Exception {
        Process child = childWithSmallDisk();
        assertThat(await(child, "FULL")).contains("cannot write to " + file + ": File too large");
        assertThat(Files.size(file)).isPositive().isEqualTo(Files.size(file) / 10_000 * 10_000);
        goOn(child);
        awaitEnd(child);
        assertThat(Files.readString(file)).endsWith("x\nlast\n");
    }

    @Test
    void writeThatFailsInTheMiddleStaysALineOfItsOwnWhenNotAlone() throws Exception {
        LineFile held = LineFile.open(file);
        Process child = childWithSmallDisk();
        await(child, "FULL");
        assertThat(Files.size(file) % 10_000).isPositive();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(3);
        }
        goOn(child);
        awaitEnd(child);
        held.close();
        assertThat(file).hasContent("xxx\nlast\n");
    }
}

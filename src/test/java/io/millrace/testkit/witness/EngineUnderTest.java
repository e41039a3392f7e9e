package io.millrace.testkit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An engine in a process of its own whose workers keep journals, to be hurt. It ends with this JVM, however that ends.
 * For one thread at a time, {@link #handled} for any.
 */
public final class EngineUnderTest implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String name;
    private final Process process;
    private final Path folder;
    private final Path out;
    private final Path err;
    private final JournalCount count;

    private EngineUnderTest(Path folder, String name, Process process, Path out, Path err) {
        this.folder = folder;
        this.name = name;
        this.process = process;
        this.out = out;
        this.err = err;
        this.count = new JournalCount(folder, name);
    }

    /**
     * Starts an engine.
     *
     * @param folder gets the journals, and what the process writes to its standard streams
     * @param process its name in all witnesses, which no other process of the run may have
     * @param slowMicros how long the handler takes for each record
     * @param runArguments those of {@link JournaledEngine} that follow {@code run}
     */
    public static EngineUnderTest start(
            Path folder, String process, Path config, int slowMicros, String... runArguments) {
        return startHolding(folder, process, config, slowMicros, 0, runArguments);
    }

    /**
     * The same, and one call of its handlers does not return before {@link #release}.
     *
     * @param holdAt which one, counted from 1 over all its workers; 0: none
     */
    public static EngineUnderTest startHolding(
            Path folder, String process, Path config, int slowMicros, long holdAt, String... runArguments) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("--slow-micros", Integer.toString(slowMicros)));
        arguments.addAll(List.of("--hold-at", Long.toString(holdAt), "--with-parent", "run"));
        arguments.addAll(List.of(runArguments));
        return start(folder, process, config, EngineArchive.options(), arguments);
    }

    /** One that reads to the end as fast as it can, with these options about its classes. */
    static EngineUnderTest start(Path folder, String process, Path config, List<String> classes) {
        return start(folder, process, config, classes, List.of("--with-parent", "run", "--until-end"));
    }

    private static EngineUnderTest start(
            Path folder, String process, Path config, List<String> classes, List<String> arguments) {
        Path out = folder.resolve(process + ".out");
        if (Files.exists(out)) {
            throw new IllegalArgumentException("there was a process " + process + " in " + folder);
        }
        Path err = folder.resolve(process + ".err");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx160m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(classes);
        command.addAll(List.of(JournaledEngine.class.getName(), "--journal", folder.toString(), "--process", process));
        command.addAll(arguments);
        command.addAll(List.of("-c", config.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        try {
            return new EngineUnderTest(folder, process, builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its name. */
    public String process() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    /** SIGTERM. Once: at a second one the engine ends on the spot, without a last line in its journals. */
    public void terminate() {
        // The process's own destroy would close its standard input too, which would end it by itself.
        process.toHandle().destroy();
    }

    /** SIGKILL; returns when it is dead. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + name + " died", e);
        }
    }

    /** SIGSTOP. */
    public void freeze() {
        send("-STOP");
    }

    /** SIGCONT. */
    public void thaw() {
        send("-CONT");
    }

    private void send(String signal) {
        try {
            Process kill = new ProcessBuilder("kill", signal, Long.toString(pid()))
                    .redirectErrorStream(true)
                    .start();
            if (kill.waitFor() != 0) {
                throw new AssertionError("kill " + signal + " of " + name + ": "
                        + new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + name + " got a signal", e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits for the end; the exit code.
     *
     * @throws AssertionError if it does not end in time; it is then killed
     */
    public int await(Duration patience) {
        try {
            if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + name + " was running", e);
        }
        kill();
        throw new AssertionError(
                name + " was still running after " + patience + "; standard error:\n" + standardError());
    }

    /** The summary: the last line of standard output. */
    public JsonNode summary() {
        List<String> lines = read(out).lines().toList();
        if (lines.isEmpty()) {
            throw new AssertionError(name + " gave no summary; standard error:\n" + standardError());
        }
        try {
            return MAPPER.readTree(lines.get(lines.size() - 1));
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + lines.get(lines.size() - 1), e);
        }
    }

    public String standardError() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many calls of its handler have ended so far, as its journals tell. */
    public long handled() {
        return count.count(JournalCount.Word.END);
    }

    /** How many partitions its workers were assigned so far, as its journals tell. */
    public long assigned() {
        return count.count(JournalCount.Word.ASSIGNED);
    }

    /** How many partitions its workers were told to have lost so far, as its journals tell. */
    public long lost() {
        return count.count(JournalCount.Word.LOST);
    }

    /** How many commits its workers have tried so far, as its journals tell. */
    public long commitsTried() {
        return count.count(JournalCount.Word.COMMIT_TRY);
    }

    /** Whether a call of its handlers waits for {@link #release}. */
    public boolean isHolding() {
        return Files.exists(Hold.held(folder, name));
    }

    /** Which worker's call waits. */
    public int holdingWorker() {
        return Integer.parseInt(read(Hold.held(folder, name)));
    }

    /** Lets the call go. */
    public void release() {
        try {
            Files.createFile(Hold.released(folder, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it if it runs. */
    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}

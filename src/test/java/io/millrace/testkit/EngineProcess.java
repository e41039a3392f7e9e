package io.millrace.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The command line in a process of its own, from the jar that is shipped. Its output goes to files, so that it never
 * waits for a reader. One thread.
 */
public final class EngineProcess implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 90;

    private final Process process;
    private final Path out;
    private final Path err;

    private EngineProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts {@code millrace ARGUMENTS} from the engine's jar. */
    public static EngineProcess start(Path folder, String... arguments) {
        return startWith(folder, List.of("-jar", jar("millrace.jar").toString()), arguments);
    }

    /** The same with the test's own classes beside the jar, so that handlers of the test are found. */
    public static EngineProcess startWithTestClasses(Path folder, String... arguments) {
        String classPath = jar("millrace.jar") + File.pathSeparator + target().resolve("test-classes");
        return startWith(folder, List.of("-cp", classPath, "io.millrace.cli.Main"), arguments);
    }

    private static EngineProcess startWith(Path folder, List<String> java, String... arguments) {
        try {
            Path out = Files.createTempFile(folder, "run", ".out");
            Path err = Files.createTempFile(folder, "run", ".err");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
            command.addAll(java);
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new EngineProcess(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The build's output folder. */
    public static Path target() {
        String target = System.getProperty("test.target");
        if (target == null) {
            throw new IllegalStateException("run by Maven, or with -Dtest.target=<the root's target folder>");
        }
        return Path.of(target);
    }

    public static Path jar(String name) {
        Path jar = target().resolve(name);
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is not there: run mvn package first");
        }
        return jar;
    }

    /** SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL. */
    public void kill() {
        process.destroyForcibly();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end; the exit code. */
    public int await() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        "still running after " + PATIENCE_SECONDS + " s; standard error:\n" + standardError());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    public String standardOutput() {
        return read(out);
    }

    public String standardError() {
        return read(err);
    }

    /** The summary: the last line of standard output. */
    public JsonNode summary() {
        List<String> lines = standardOutput().lines().toList();
        if (lines.isEmpty()) {
            throw new AssertionError("no summary; standard error:\n" + standardError());
        }
        try {
            return MAPPER.readTree(lines.get(lines.size() - 1));
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + lines.get(lines.size() - 1), e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

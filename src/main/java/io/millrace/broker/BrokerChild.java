package io.millrace.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One child JVM that runs {@link BrokerMain}. Two daemon threads read its output; they share with the caller only the
 * future and the lines, which are guarded by their own monitor.
 */
final class BrokerChild {
    private static final int KEPT_LINES = 50;
    private static final int NATIVE_ACCESS_WARNS = 22;
    private static final int UNSAFE_WARNS = 23;

    private final Process process;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private final Deque<String> errors = new ArrayDeque<>();
    private final Thread errorReader;

    private BrokerChild(Process process) {
        this.process = process;
        read("stdout", process.getInputStream(), this::output, () -> ready.complete(""));
        errorReader = read("stderr", process.getErrorStream(), this::error, () -> {});
    }

    static BrokerChild launch(int heapMegabytes, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Start-up counts for more than peak speed, and the cores belong to what is tried on the broker.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.add("-Xmx" + heapMegabytes + "m");
        int java = Runtime.version().feature();
        if (java >= NATIVE_ACCESS_WARNS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        if (java >= UNSAFE_WARNS) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-cp", classPath(), BrokerMain.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        // Options meant for the parent (an agent, a debug port) would be taken twice, and are announced on stderr.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new BrokerChild(builder.start());
    }

    private static String classPath() {
        String own = System.getProperty("java.class.path", "");
        if (!own.isBlank()) {
            return own;
        }
        // Started from a module path or by a launcher with its own loader: the jar of this class is all there is.
        URL origin = BrokerChild.class.getProtectionDomain().getCodeSource().getLocation();
        return Path.of(URI.create(origin.toString())).toString();
    }

    private Thread read(String name, InputStream stream, Consumer<String> line, Runnable end) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader reader =
                            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                        reader.lines().forEach(line);
                    } catch (IOException | UncheckedIOException e) {
                        // The pipe broke because the child was killed: the same as its end.
                        error("(" + name + " of the broker ended: " + e.getMessage() + ")");
                    } finally {
                        end.run();
                    }
                },
                "millrace-broker-" + name + "-" + process.pid());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void output(String line) {
        if (line.startsWith(BrokerMain.READY)) {
            ready.complete(line.substring(BrokerMain.READY.length()));
        }
    }

    private void error(String line) {
        synchronized (errors) {
            if (errors.size() == KEPT_LINES) {
                errors.removeFirst();
            }
            errors.addLast(line);
        }
    }

    /** The child's {@code host:port}; a child that does not get there in time is killed. */
    String awaitReady(Duration timeout) {
        String bootstrap;
        try {
            bootstrap = ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            kill();
            throw failure("the broker's JVM was not ready within " + timeout.toMillis() + " ms and was killed");
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
            throw failure("interrupted while the broker's JVM started");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        if (bootstrap.isEmpty()) {
            kill();
            throw failure("the broker's JVM ended before it was ready, exit code " + process.exitValue());
        }
        return bootstrap;
    }

    private BrokerException failure(String what) {
        List<String> lines = stderr();
        String tail = lines.isEmpty() ? " and wrote nothing to standard error" : ":\n" + String.join("\n", lines);
        return new BrokerException(what + tail);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    List<String> stderr() {
        synchronized (errors) {
            return List.copyOf(errors);
        }
    }

    void stop(Duration timeout) {
        try (OutputStream parentEnd = process.getOutputStream()) {
            parentEnd.write((BrokerMain.STOP + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The child is gone already.
            kill();
            return;
        }
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
            awaitLastLine();
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when the process is gone; SIGKILL cannot be refused, so there is no deadline to keep. */
    void kill() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
                awaitLastLine();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the child wrote last may still be in the pipe when it is gone. */
    private void awaitLastLine() throws InterruptedException {
        errorReader.join(TimeUnit.SECONDS.toMillis(1));
    }
}

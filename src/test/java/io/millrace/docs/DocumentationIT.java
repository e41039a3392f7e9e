package io.millrace.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.millrace.docs.Documents.Block;
import io.millrace.docs.Documents.Document;
import io.millrace.testkit.EngineProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what the README and the pages tell a reader to do, in their order, in one folder, against the built jars and the
 * broker that the pages start. A block of commands that carries no mark against it is run.
 */
class DocumentationIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** The port that the pages name; the test takes a free one. */
    private static final String PORT = "9092";

    private static final Deque<Process> background = new ArrayDeque<>();
    private static final List<Block> notRun = new ArrayList<>();
    private static String port;
    private static String output = "";

    @TempDir
    static Path folder;

    @BeforeAll
    static void prepare() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = Integer.toString(socket.getLocalPort());
        }
        for (String name : List.of("scripts", "conf")) {
            copy(root().resolve(name), folder.resolve(name));
        }
        Path target = Files.createDirectory(folder.resolve("target"));
        for (String jar : List.of("millrace.jar", "millrace-demo.jar")) {
            Files.copy(EngineProcess.jar(jar), target.resolve(jar));
        }
    }

    private static Path root() {
        return EngineProcess.target().getParent();
    }

    /** Copied, since the port in the examples has to be another one. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = Files.writeString(to.resolve(file.getFileName()), here(Files.readString(file)));
                assertThat(copy.toFile().setExecutable(Files.isExecutable(file)))
                        .isTrue();
            }
        }
    }

    private static String here(String text) {
        return text.replace(PORT, port);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        while (!background.isEmpty()) {
            Process process = background.pop();
            List<ProcessHandle> all = process.descendants().toList();
            all.forEach(ProcessHandle::destroy);
            process.destroy();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
        System.out.println(notRun.stream()
                .map(block -> "  " + block.place() + " "
                        + block.text().lines().findFirst().orElse("") + ": "
                        + block.mark("not run").orElse(""))
                .collect(Collectors.joining("\n", "documentation: " + notRun.size() + " blocks are not run\n", "")));
    }

    @TestFactory
    Stream<DynamicTest> works() {
        return Documents.all(root()).stream()
                .map(Document::blocks)
                .flatMap(List::stream)
                .filter(block -> block.language().equals("sh") || block.has("file") || block.has("output"))
                .map(block -> dynamicTest(name(block), () -> follow(block)));
    }

    private static String name(Block block) {
        String what = block.mark("file").orElse(block.has("output") ? "its output" : firstLine(block));
        return block.place() + " " + what;
    }

    private static String firstLine(Block block) {
        return block.text().lines().findFirst().orElse("");
    }

    private static void follow(Block block) throws IOException {
        if (block.has("file")) {
            Files.writeString(folder.resolve(block.mark("file").orElseThrow()), here(block.text()));
        } else if (block.has("output")) {
            assertInOutput(block);
        } else if (block.has("not run")) {
            assertThat(block.mark("not run").orElseThrow()).isNotBlank();
            notRun.add(block);
        } else {
            run(block);
        }
    }

    private static void run(Block block) throws IOException {
        Path file = Files.createTempFile(folder, "output", ".txt");
        Process process = start(here(block.mark("run as").orElse(block.text())), file);
        background.push(process);
        if (block.has("background")) {
            String word = block.mark("background").orElseThrow();
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .failFast("it ended", () -> !process.isAlive())
                    .until(() -> Files.readString(file).contains(word));
        } else {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> !process.isAlive());
            assertThat(process.exitValue())
                    .as(Files.readString(file))
                    .isEqualTo(block.mark("exit").map(Integer::valueOf).orElse(0));
        }
        output = Files.readString(file);
    }

    private static Process start(String commands, Path file) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", "set -euo pipefail\n" + commands)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(file.toFile());
        String java = System.getProperty("java.home");
        builder.environment().keySet().removeIf(name -> name.startsWith("MILLRACE_"));
        builder.environment().put("JAVA_HOME", java);
        builder.environment().merge("PATH", Path.of(java, "bin").toString(), (path, bin) -> bin + ":" + path);
        builder.environment().put("MILLRACE_JVM_OPTS", "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        return builder.start();
    }

    private static void assertInOutput(Block block) {
        List<String> printed = output.lines().map(DocumentationIT::timeless).toList();
        assertThat(block.text().lines().filter(line -> !line.isBlank())).allSatisfy(line -> {
            Pattern pattern = Pattern.compile(
                    Stream.of(timeless(line).split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
            assertThat(printed).anyMatch(one -> pattern.matcher(one).matches());
        });
    }

    /** Without what differs from run to run: times, ports, how long something took. */
    private static String timeless(String line) {
        return line.strip()
                .replaceAll("\\d\\d:\\d\\d:\\d\\d\\.\\d{3}", "TIME")
                .replaceAll("localhost:\\d+", "localhost:PORT")
                .replaceAll("\\(\\d+\\.\\d s\\)", "(N s)");
    }
}

package io.millrace.testkit.witness;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.cli.EngineRunner;
import io.millrace.cli.ExitCodes;
import io.millrace.cli.Logs;
import io.millrace.cli.Terminal;
import io.millrace.config.ConfigLoader;
import io.millrace.config.ConfigSources;
import io.millrace.config.InvalidConfigException;
import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.EngineParts;
import io.millrace.supervisor.ProjectLeaves;
import io.millrace.supervisor.RunBounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * The main of an engine under test: the command {@code run} with a handler and consumers that journal. Signals, summary
 * and exit code are the engine's own. The main thread, once.
 *
 * <pre>
 * --journal DIR --process NAME --slow-micros N [--hold-at N] [--with-parent]
 *     run [--until-end] [--max-records N] [--set KEY=VALUE] -c FILE
 * </pre>
 *
 * {@code --hold-at}: the call of a handler that waits until it is let go. {@code --with-parent}: ends when standard input does. After a second signal the engine ends on the spot, and its
 * journals as after SIGKILL.
 */
public final class JournaledEngine {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long NANOS_PER_MICRO = 1000;
    private static final int WITHOUT_PARENT = 137;

    private Path folder;
    private String process;
    private long slowMicros;
    private long holdAt;
    private boolean untilEnd;
    private OptionalLong maxRecords = OptionalLong.empty();
    private Optional<Path> file = Optional.empty();
    private final List<String> sets = new ArrayList<>();

    private JournaledEngine(String[] arguments) {
        Deque<String> left = new ArrayDeque<>(List.of(arguments));
        while (!left.isEmpty()) {
            String name = left.pop();
            switch (name) {
                case "--journal" -> folder = Path.of(left.pop());
                case "--process" -> process = left.pop();
                case "--slow-micros" -> slowMicros = Long.parseLong(left.pop());
                case "--hold-at" -> holdAt = Long.parseLong(left.pop());
                case "--with-parent" -> endWithParent();
                case "run" -> {
                    // There is no other command.
                }
                case "--until-end" -> untilEnd = true;
                case "--max-records" -> maxRecords = OptionalLong.of(Long.parseLong(left.pop()));
                case "--set" -> sets.add(left.pop());
                case "-c" -> file = Optional.of(Path.of(left.pop()));
                default -> throw new IllegalArgumentException("no argument: " + name);
            }
        }
        if (folder == null || process == null || file.isEmpty()) {
            throw new IllegalArgumentException("--journal, --process and -c are needed");
        }
    }

    /** The process that started this one holds the other end: when that is gone, nobody wants this engine. */
    private static void endWithParent() {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nothing is said that way.
                        }
                    } catch (IOException e) {
                        // As good as the end.
                    }
                    Runtime.getRuntime().halt(WITHOUT_PARENT);
                },
                "end-with-parent");
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] arguments) {
        int code;
        try {
            code = new JournaledEngine(arguments).run();
        } catch (InvalidConfigException e) {
            e.problems().forEach(Terminal.ERR::println);
            code = ExitCodes.CONFIG;
        } catch (RuntimeException e) {
            e.printStackTrace(Terminal.ERR);
            code = ExitCodes.FAILED;
        }
        Terminal.OUT.flush();
        Terminal.ERR.flush();
        Runtime.getRuntime().halt(code);
    }

    private int run() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        MillraceConfig config = ConfigLoader.load(ConfigSources.of(file, sets), new ProjectLeaves(loader))
                .config();
        Logs.configure(config.log().level());
        Lives lives = new Lives(folder, process);
        Hold hold = new Hold(folder, process, holdAt);
        Path report = folder.resolve(process + ".summary");
        EngineParts parts = new EngineParts(
                () -> new JournalingHandler(lives, slowMicros * NANOS_PER_MICRO, hold),
                new MetricRegistry(),
                settings -> JournalingConsumer.around(new KafkaConsumer<>(settings), lives.mine()));
        RunBounds bounds = new RunBounds(untilEnd, maxRecords, Optional.empty());
        Map<Integer, String> states = Map.of();
        try {
            int code = new EngineRunner(config, parts, bounds, true, Optional.of(report)).run();
            states = states(report);
            return code;
        } finally {
            lives.endAll(states);
        }
    }

    /** What the summary says of each worker. */
    private static Map<Integer, String> states(Path report) {
        Map<Integer, String> states = new HashMap<>();
        try {
            for (JsonNode worker : MAPPER.readTree(Files.readString(report)).get("workers")) {
                states.put(worker.get("worker").asInt(), worker.get("state").asText());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return states;
    }
}

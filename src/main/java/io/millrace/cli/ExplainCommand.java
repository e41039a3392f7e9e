package io.millrace.cli;

import io.millrace.config.ExplainedValue;
import io.millrace.config.LoadedConfig;
import io.millrace.config.MillraceConfig;
import io.millrace.delivery.Promise;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code explain}: what is in force, where it comes from, and what it means. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Shows each setting in force and where it comes from, then what is guaranteed.")
final class ExplainCommand implements Callable<Integer> {
    private static final long DEFAULT_FETCH_MAX_BYTES = 52_428_800;
    private static final long MIB = 1024L * 1024;

    @Mixin
    ConfigOptions options;

    @Parameters(
            arity = "0..1",
            paramLabel = "PATH",
            description = "Only settings under this path, such as delivery.commit.")
    String path;

    @Override
    public Integer call() {
        LoadedConfig loaded = options.load();
        List<ExplainedValue> values =
                loaded.values().stream().filter(value -> isWanted(value.path())).toList();
        if (values.isEmpty()) {
            Terminal.ERR.println("millrace explain: nothing is set under " + path);
            return ExitCodes.USAGE;
        }
        print(values);
        if (path == null) {
            Terminal.OUT.println();
            explain(loaded.config());
        }
        return ExitCodes.OK;
    }

    private boolean isWanted(String name) {
        if (path == null) {
            return true;
        }
        String full = path.startsWith("millrace.") || path.equals("millrace") ? path : "millrace." + path;
        return name.equals(full) || name.startsWith(full + ".");
    }

    private static void print(List<ExplainedValue> values) {
        int width = values.stream()
                .mapToInt(value -> value.path().length() + value.shown().length())
                .max()
                .orElse(0);
        for (ExplainedValue value : values) {
            String left = value.path() + " = " + value.shown();
            Terminal.OUT.println(left + " ".repeat(Math.max(1, Math.min(width, 72) + 5 - left.length())) + "# "
                    + value.origin());
        }
    }

    private static void explain(MillraceConfig config) {
        int processors = Runtime.getRuntime().availableProcessors();
        long workers = config.workers().count().atMost(processors);
        Promise promise = Promise.of(config, processors);
        Terminal.OUT.println("What is guaranteed");
        promise.words().forEach(word -> Terminal.OUT.println("  " + word));
        if (config.workers().count().fixed().isEmpty()) {
            Terminal.OUT.println(
                    "  workers.count = auto: at most " + workers + " here, the processors of this machine");
        }
        Terminal.OUT.println("  where nothing is committed: start.otherwise = "
                + config.source().start().otherwise());
        Terminal.OUT.println("  repeated at most: " + promise.repeated());
        Terminal.OUT.println("  lost at most: " + promise.lost());
        Terminal.OUT.println("What it needs");
        Terminal.OUT.println("  threads: " + threads(workers));
        Terminal.OUT.println("  memory: up to " + workers * fetchBytes(config) / MIB
                + " MiB of fetched records for each broker, and what the handler keeps");
        Terminal.OUT.println(
                "  a stop takes at most " + config.shutdown().total().toMillis() / 1000.0 + " s");
    }

    private static String threads(long workers) {
        return workers + (workers == 1 ? " worker" : " workers")
                + ", one of Kafka's client for each, the supervisor and its admin client: " + (2 * workers + 2);
    }

    private static long fetchBytes(MillraceConfig config) {
        String written = config.kafka().consumer().get("fetch.max.bytes");
        return written == null ? DEFAULT_FETCH_MAX_BYTES : Long.parseLong(written.trim());
    }
}

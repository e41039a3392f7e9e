package io.millrace.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/** On what it ran: everything that must be known to compare two figures. Stateless; any thread. */
final class Surroundings {
    private Surroundings() {}

    static Map<String, String> read() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        all.put("commit", System.getProperty("bench.commit", "unknown"));
        all.put("jvm", runtime.getVmName() + " " + runtime.getVmVersion());
        all.put("flags", String.join(" ", runtime.getInputArguments()));
        all.put("cpu", cpu());
        all.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        all.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        all.put("kafka-clients", AppInfoParser.getVersion());
        all.put("millrace", System.getProperty("bench.version", "unknown"));
        return all;
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}

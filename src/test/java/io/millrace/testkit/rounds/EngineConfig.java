package io.millrace.testkit.rounds;

import io.millrace.config.ConfigLoader;
import io.millrace.config.ConfigSources;
import io.millrace.delivery.Promise;
import io.millrace.testkit.ledger.DeliveryBound;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/** The configuration that a round's engines have, a file for each process. Immutable; any thread. */
final class EngineConfig {
    private static final String FAST_SESSION = "3s";
    private static final String CALM_SESSION = "15s";

    private final Path folder;
    private final String bootstrap;
    private final String topic;
    private final Variant variant;
    private final Draw draw;
    private final Scenario scenario;

    /** @param topic and the group's name */
    EngineConfig(Path folder, String bootstrap, String topic, Variant variant, Draw draw, Scenario scenario) {
        this.folder = folder;
        this.bootstrap = bootstrap;
        this.topic = topic;
        this.variant = variant;
        this.draw = draw;
        this.scenario = scenario;
    }

    /** What the clients of a process are called, but for the worker's number at the end. */
    String clientId(String process) {
        return topic + '-' + process;
    }

    Variant variant() {
        return variant;
    }

    /** Writes the file for this process. */
    Path write(String process) {
        List<String> lines = new ArrayList<>();
        lines.add("millrace {");
        lines.add("  name = " + clientId(process));
        lines.add("  kafka {");
        lines.add("    bootstrap.servers = \"" + bootstrap + "\"");
        lines.add("    group.id = " + topic);
        group(lines);
        lines.add("    request.timeout.ms = 2s");
        lines.add("    consumer.max.poll.records = " + draw.maxPollRecords());
        lines.add("    consumer.isolation.level = " + (draw.readCommitted() ? "read_committed" : "read_uncommitted"));
        lines.add("  }");
        lines.add("  source.topics = [" + topic + "]");
        lines.add("  source { key = bytes, value = bytes }");
        lines.add("  workers.count = " + draw.workers());
        draw.commits().settings(variant.mode()).forEach(line -> lines.add("  delivery." + line));
        scenario.settings(variant.mode()).forEach(line -> lines.add("  " + line));
        lines.add("}");
        try {
            return Files.write(folder.resolve(process + ".conf"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code explain} says of such a file and is not what its engines are judged by; empty: nothing. */
    Optional<String> contradiction(Path file, DeliveryBound bound) {
        var config = ConfigLoader.load(new ConfigSources(Optional.of(file), List.of(), Map.of(), new Properties()))
                .config();
        Promise promise = Promise.of(config, 1);
        boolean isCounted = bound.fresh().isZero() && bound.commits();
        OptionalLong repeated =
                isCounted ? OptionalLong.of(bound.repeatedPerBreak() * draw.workers()) : OptionalLong.empty();
        OptionalLong lost = OptionalLong.of(bound.chunk() * draw.workers());
        return promise.repeatedAtMost().equals(repeated) && promise.lostAtMost().equals(lost)
                ? Optional.empty()
                : Optional.of("explain promises at most " + promise.repeated() + " repeated and " + promise.lost()
                        + " lost; the round is judged by " + repeated + " and " + lost);
    }

    private void group(List<String> lines) {
        lines.add("    group.protocol = " + variant.protocol().group());
        switch (variant.protocol()) {
            case CLASSIC_COOPERATIVE -> session(lines);
            case CLASSIC_EAGER -> {
                session(lines);
                lines.add("    consumer.partition.assignment.strategy ="
                        + " org.apache.kafka.clients.consumer.RangeAssignor");
            }
            case CONSUMER -> {
                // The broker says how long a session is.
            }
        }
    }

    private void session(List<String> lines) {
        lines.add("    session.timeout.ms = " + (scenario.expiresFast() ? FAST_SESSION : CALM_SESSION));
        lines.add("    heartbeat.interval.ms = 300ms");
    }
}

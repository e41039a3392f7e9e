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
    private final boolean expiresFast;

    /** @param topic and the group's name */
    EngineConfig(Path folder, String bootstrap, String topic, Variant variant, Draw draw, boolean expiresFast) {
        this.folder = folder;
        this.bootstrap = bootstrap;
        this.topic = topic;
        this.variant = variant;
        this.draw = draw;
        this.expiresFast = expiresFast;
    }

    /** What the clients of a process are called, but for the worker's number at the end. */
    String clientId(String process) {
        return topic + '-' + process;
    }

    /** Writes the file for this process. */
    Path write(String process) {
        List<String> lines = new ArrayList<>();
        lines.add("millrace {");
        lines.add("  name = " + clientId(process));
        lines.add("  kafka {");
        lines.add("    bootstrap.servers = \"" + bootstrap + "\"");
        lines.add("    group.id = " + topic);
        lines.add("    group.protocol = " + variant.protocol().text());
        if (variant.protocol() == Variant.Protocol.CLASSIC) {
            lines.add("    session.timeout.ms = " + (expiresFast ? FAST_SESSION : CALM_SESSION));
            lines.add("    heartbeat.interval.ms = 300ms");
        }
        lines.add("    request.timeout.ms = 2s");
        lines.add("    consumer.max.poll.records = " + draw.maxPollRecords());
        lines.add("    consumer.isolation.level = " + (draw.readCommitted() ? "read_committed" : "read_uncommitted"));
        lines.add("  }");
        lines.add("  source.topics = [" + topic + "]");
        lines.add("  source { key = bytes, value = bytes }");
        lines.add("  workers.count = " + draw.workers());
        lines.add("  delivery.commit.how = " + variant.how().text());
        if (variant.how() == Variant.How.ASYNC) {
            lines.add("  delivery.commit.max-unacknowledged = " + draw.maxUnacknowledged());
        }
        lines.add("}");
        try {
            return Files.write(folder.resolve(process + ".conf"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code explain} prints for such a file, for one worker. */
    DeliveryBound bound(Path file) {
        var config = ConfigLoader.load(new ConfigSources(Optional.of(file), List.of(), Map.of(), new Properties()))
                .config();
        int bound = Math.toIntExact(Promise.of(config, 1).repeatedAtMost().orElseThrow() / draw.workers());
        return variant.how() == Variant.How.ASYNC ? DeliveryBound.async(bound) : DeliveryBound.syncPoll(bound);
    }
}

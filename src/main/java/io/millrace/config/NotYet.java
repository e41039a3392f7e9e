package io.millrace.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What belongs to Millrace's configuration but is not built: refused by name, since a setting that is silently ignored
 * is worse than none. Paths here are relative to {@code millrace}. Stateless.
 */
final class NotYet {
    private static final String NOTHING = "fix: remove this setting";

    /** Blocks and settings, each with what can be done instead. */
    private static final Map<String, String> PATHS = Map.ofEntries(
            Map.entry("source.pattern", "fix: list the topics: source.topics = [first, second]"),
            Map.entry("source.pattern-syntax", "fix: list the topics: source.topics = [first, second]"),
            Map.entry("source.partitions", "fix: subscribe to whole topics: source.topics = [first, second]"),
            Map.entry(
                    "source.start.new-partitions", "fix: remove it; source.start.otherwise applies to new partitions"),
            Map.entry("source.where", "fix: remove it; let the handler pass over records"),
            Map.entry("workers.restart", "fix: remove it; a worker that fails ends the run"),
            Map.entry("delivery.store", "fix: remove it; offsets are kept by Kafka"),
            Map.entry("errors", "fix: remove it; a record that fails stops the run"),
            Map.entry("admin", "fix: remove it; metrics are published by JMX"),
            Map.entry("metrics.console", "fix: remove it; metrics are published by JMX"),
            Map.entry("metrics.csv", "fix: remove it; metrics are published by JMX"),
            Map.entry("log.format", "fix: remove it; the log is text"));

    private static final Map<String, Values> VALUES = Map.of(
            "source.start.from",
            new Values(
                    Pattern.compile("beginning|end|offset:.*|time:.*|within:.*|last:.*|first:.*|committed[-+].*"),
                    "fix: from = committed, and say with otherwise what holds where nothing is committed"),
            "delivery.mode",
            new Values(Pattern.compile("exactly-once"), "fix: mode = at-least-once"),
            "log.format",
            new Values(Pattern.compile("json|logfmt"), NOTHING));

    private static final List<String> HANDLERS = List.of("average", "file", "jdbc", "http", "topic");
    private static final List<String> FORMATS =
            List.of("short", "float", "uuid", "json", "avro", "protobuf", "customer");

    private record Values(Pattern texts, String instead) {}

    private NotYet() {}

    /** The remedy where the path is of this kind. */
    static Optional<String> path(String path) {
        return PATHS.entrySet().stream()
                .filter(entry -> path.equals(entry.getKey()) || path.startsWith(entry.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The remedy where the setting is built, but not this value. */
    static Optional<String> value(String path, String text) {
        return Optional.ofNullable(VALUES.get(path))
                .filter(values -> values.texts.matcher(text).matches())
                .map(Values::instead);
    }

    /** The remedy where a block is written in place of a name. */
    static Optional<String> block(String path) {
        return switch (path) {
            case "source.key", "source.value" -> Optional.of("fix: name a format, such as string or bytes");
            case "source.start.from" -> Optional.of("fix: from = committed");
            default -> Optional.empty();
        };
    }

    static boolean handler(String type) {
        return HANDLERS.contains(type);
    }

    static boolean format(String name) {
        return FORMATS.contains(name);
    }
}

package io.millrace.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;

/** What is known of Kafka's own settings. Stateless but for what the client declares once. */
final class KafkaKeys {
    /** Settings that the engine makes itself, each with the key to use. */
    private static final Map<String, String> ENGINE_OWNED = Map.ofEntries(
            Map.entry("auto.offset.reset", "fix: set millrace.source.start.otherwise"),
            Map.entry(
                    "enable.auto.commit",
                    "fix: set millrace.delivery.mode = auto, where Kafka's client is to commit; else remove it"),
            Map.entry(
                    "auto.commit.interval.ms",
                    "fix: set millrace.delivery.commit.every, with millrace.delivery.mode = auto"),
            Map.entry("key.deserializer", "fix: set millrace.source.key"),
            Map.entry("value.deserializer", "fix: set millrace.source.value"),
            Map.entry("key.serializer", "fix: remove it; the engine writes what it has read"),
            Map.entry("value.serializer", "fix: remove it; the engine writes what it has read"),
            Map.entry("transactional.id", "fix: set millrace.instance"),
            Map.entry("config.providers", "fix: refer to environment variables: ${NAME}"),
            Map.entry("allow.auto.create.topics", "fix: remove it; Millrace never creates a topic that it reads"));

    private KafkaKeys() {}

    /** The remedy where a setting is the engine's. */
    static Optional<String> engineOwned(String name) {
        return name.startsWith("config.providers.")
                ? engineOwned("config.providers")
                : Optional.ofNullable(ENGINE_OWNED.get(name));
    }

    static boolean knows(KafkaKind kind, String name) {
        return kind.known().configKeys().containsKey(name);
    }

    /** The declaration of the first kind that knows it. */
    static Optional<ConfigDef.ConfigKey> definition(String name) {
        return Arrays.stream(KafkaKind.values())
                .map(kind -> kind.known().configKeys().get(name))
                .filter(key -> key != null)
                .findFirst();
    }

    /** The declaration that counts for a setting of this kind's block. */
    static Optional<ConfigDef.ConfigKey> definition(Optional<KafkaKind> kind, String name) {
        return kind.map(one -> Optional.ofNullable(one.known().configKeys().get(name)))
                .orElseGet(() -> definition(name));
    }

    static boolean isHarmless(String name) {
        return definition(name)
                .filter(key -> key.type != ConfigDef.Type.PASSWORD)
                .isPresent();
    }

    static List<String> nearest(String name) {
        if (definition(name).isPresent()) {
            return List.of();
        }
        TreeSet<String> names = new TreeSet<>();
        for (KafkaKind kind : KafkaKind.values()) {
            names.addAll(kind.known().names());
        }
        return Nearest.names(name, names);
    }
}

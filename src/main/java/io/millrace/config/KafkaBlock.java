package io.millrace.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the {@code kafka} block: settings of Kafka's own clients, passed on. Used by the loading thread alone. */
final class KafkaBlock {
    static final String NAME = "kafka";
    static final String PATH = Tree.ROOT + "." + NAME;

    /**
     * One setting as it is written.
     *
     * @param kind the block of one kind of client, empty for the common ones
     */
    record Setting(Optional<KafkaKind> kind, String name, ConfigValue value, Place place) {
        String path() {
            return PATH + kind.map(one -> "." + one.block()).orElse("") + "." + name;
        }

        boolean isNull() {
            return value.valueType() == ConfigValueType.NULL;
        }
    }

    private final Tree tree;
    private final Problems problems;
    private final Map<String, Setting> settings = new TreeMap<>();
    private final Map<KafkaKind, Map<String, String>> texts = new EnumMap<>(KafkaKind.class);

    KafkaBlock(Tree tree, Problems problems) {
        this.tree = tree;
        this.problems = problems;
        Arrays.stream(KafkaKind.values()).forEach(kind -> texts.put(kind, new TreeMap<>()));
    }

    /** Always a configuration, though with faults it may lack something. */
    Optional<KafkaConfig> read(ConfigObject block) {
        collect(block);
        List<Setting> usable = settings.values().stream().filter(this::isUsable).toList();
        usable.stream().filter(setting -> setting.kind().isEmpty()).forEach(this::pass);
        usable.stream().filter(setting -> setting.kind().isPresent()).forEach(this::pass);
        new KafkaRules(this, tree, problems).check();
        return Optional.of(new KafkaConfig(
                texts.get(KafkaKind.CONSUMER), texts.get(KafkaKind.PRODUCER), texts.get(KafkaKind.ADMIN)));
    }

    /** What was written, by path. */
    Map<String, Setting> settings() {
        return settings;
    }

    /** What the clients of a kind get. */
    Map<String, String> texts(KafkaKind kind) {
        return texts.get(kind);
    }

    /** The setting that decides for a kind of client. */
    Optional<Setting> setting(KafkaKind kind, String name) {
        Setting own = settings.get(PATH + "." + kind.block() + "." + name);
        return Optional.ofNullable(own != null ? own : settings.get(PATH + "." + name));
    }

    private void collect(ConfigObject block) {
        for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
            Optional<KafkaKind> kind = KafkaKind.named(entry.getKey());
            if (kind.isEmpty()) {
                collect(kind, entry.getKey(), entry.getValue());
            } else if (entry.getValue() instanceof ConfigObject nested) {
                nested.forEach((name, value) -> collect(kind, name, value));
            } else if (entry.getValue().valueType() != ConfigValueType.NULL) {
                String path = PATH + "." + entry.getKey();
                problems.error(
                        Ids.WRONG_TYPE,
                        tree.place(path, entry.getValue()),
                        path + " must be a block, found " + ValueReader.describe(entry.getValue()),
                        "fix: " + entry.getKey() + " { max.poll.records = 500 }");
            }
        }
    }

    private void collect(Optional<KafkaKind> kind, String name, ConfigValue value) {
        if (value instanceof ConfigObject nested) {
            nested.forEach((child, inner) -> collect(kind, name + "." + child, inner));
            return;
        }
        Setting path = new Setting(kind, name, value, Place.of(""));
        Setting setting = new Setting(kind, name, value, tree.place(path.path(), value));
        Setting before = settings.get(setting.path());
        if (before == null) {
            settings.put(setting.path(), setting);
            return;
        }
        int stronger = Places.rank(value.origin()) - Places.rank(before.value().origin());
        if (stronger > 0) {
            settings.put(setting.path(), setting);
        } else if (stronger == 0) {
            problems.error(
                    Ids.WRITTEN_TWICE,
                    setting.place(),
                    setting.path() + " is written twice, also at " + before.place(),
                    "fix: keep one of them");
        }
    }

    private boolean isUsable(Setting setting) {
        Optional<String> instead = KafkaKeys.engineOwned(setting.name());
        if (instead.isPresent()) {
            if (!setting.isNull()) {
                problems.error(
                        Ids.ENGINE_OWNED, setting.place(), setting.path() + " is set by the engine", instead.get());
            }
            return false;
        }
        if (KafkaKeys.definition(setting.kind(), setting.name()).isEmpty()) {
            String whose = setting.kind().map(kind -> kind.block() + " client").orElse("clients");
            problems.warning(
                    Ids.KAFKA_UNKNOWN,
                    setting.place(),
                    setting.path() + " is no setting of Kafka's " + whose + "; it is passed on",
                    Nearest.didYouMean(KafkaKeys.nearest(setting.name())));
        }
        return true;
    }

    private void pass(Setting setting) {
        Optional<String> text = Optional.empty();
        if (!setting.isNull()) {
            text = KafkaText.of(setting, problems);
            if (text.isEmpty()) {
                return;
            }
        }
        for (KafkaKind kind : receivers(setting)) {
            text.ifPresentOrElse(
                    value -> texts.get(kind).put(setting.name(), value),
                    () -> texts.get(kind).remove(setting.name()));
        }
    }

    /** A common setting goes to the clients that know it; what none knows is somebody else's and goes to all. */
    private static List<KafkaKind> receivers(Setting setting) {
        if (setting.kind().isPresent()) {
            return List.of(setting.kind().get());
        }
        List<KafkaKind> knowing = new ArrayList<>(List.of(KafkaKind.values()));
        knowing.removeIf(kind -> !KafkaKeys.knows(kind, setting.name()));
        return knowing.isEmpty() ? List.of(KafkaKind.values()) : knowing;
    }
}

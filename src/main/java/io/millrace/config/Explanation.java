package io.millrace.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import io.millrace.api.Default;
import io.millrace.api.Secret;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists the effective settings with their origins, without secrets. Used by the loading thread alone. */
final class Explanation {
    private final Tree tree;
    private final Map<String, List<Place>> written;
    private final List<ExplainedValue> values = new ArrayList<>();

    /** @param written where each path is written outside files, the weakest source first */
    Explanation(Tree tree, Map<String, List<Place>> written) {
        this.tree = tree;
        this.written = written;
    }

    List<ExplainedValue> of(KafkaBlock kafka, HandlerBlock handler) {
        own(Tree.ROOT, MillraceConfig.class, tree.root());
        kafka.settings().values().forEach(this::kafka);
        ConfigObject block = (ConfigObject) tree.root().get("handler");
        add(HandlerBlock.PATH + ".type", block.get("type"), false);
        handler.settings().ifPresentOrElse(shape -> own(HandlerBlock.PATH, shape, block), () -> untyped(block));
        values.sort(Comparator.comparing(ExplainedValue::path));
        return values;
    }

    private void own(String path, Class<?> type, ConfigObject block) {
        for (RecordComponent component : type.getRecordComponents()) {
            String key = KnownKeys.key(component);
            String child = path + "." + key;
            if (component.getType() == KafkaConfig.class || component.getType() == HandlerConfig.class) {
                continue;
            }
            ConfigValue value = block.get(key);
            if (value instanceof ConfigObject nested && component.getType().isRecord()) {
                own(child, component.getType(), nested);
            } else if (value != null) {
                add(child, value, component.isAnnotationPresent(Secret.class));
            } else {
                Optional.ofNullable(component.getAnnotation(Default.class))
                        .ifPresent(annotation ->
                                values.add(new ExplainedValue(child, annotation.value(), Places.DEFAULT, List.of())));
            }
        }
    }

    private void add(String path, ConfigValue value, boolean secret) {
        boolean empty = value.unwrapped() == null;
        String shown = empty ? "null" : Redaction.own(path, secret, show(value));
        values.add(explained(path, shown, tree.place(path, value)));
    }

    private void kafka(KafkaBlock.Setting setting) {
        if (setting.name().isEmpty()) {
            return;
        }
        String shown = setting.isNull() ? "null" : Redaction.kafka(setting.name(), show(setting.value()));
        values.add(explained(setting.path(), shown, setting.place()));
    }

    private void untyped(ConfigObject block) {
        for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
            if (!entry.getKey().equals("type")) {
                String path = HandlerBlock.PATH + "." + entry.getKey();
                values.add(explained(path, Redaction.HIDDEN, tree.place(path, entry.getValue())));
            }
        }
    }

    private ExplainedValue explained(String path, String shown, Place place) {
        String origin = place.withoutColumn();
        List<String> overridden = new ArrayList<>();
        tree.places()
                .files()
                .forEach((file, entries) -> entries.stream()
                        .filter(entry -> entry.path().equals(path) && entry.kind() != KeyScanner.Kind.BLOCK)
                        .forEach(entry -> overridden.add(file + ":" + entry.line())));
        written.getOrDefault(path, List.of()).forEach(other -> overridden.add(other.source()));
        overridden.removeIf(origin::equals);
        return new ExplainedValue(path, shown, origin, overridden);
    }

    private static String show(ConfigValue value) {
        return value.render(ConfigRenderOptions.concise());
    }
}

package io.millrace.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/** Makes the text that a Kafka client takes, and asks the client's own declaration whether it is right. Stateless. */
final class KafkaText {
    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d+");

    private KafkaText() {}

    /** The text; empty where it cannot be right, which is then a problem. */
    static Optional<String> of(KafkaBlock.Setting setting, Problems problems) {
        Optional<ConfigDef.ConfigKey> definition = KafkaKeys.definition(setting.kind(), setting.name());
        try {
            String text = convert(setting, definition);
            if (definition.isPresent()) {
                validate(setting, definition.get(), text);
            }
            return Optional.of(text);
        } catch (Fault fault) {
            problems.error(fault.id(), setting.place(), fault.getMessage(), fault.fix());
            return Optional.empty();
        }
    }

    private static String convert(KafkaBlock.Setting setting, Optional<ConfigDef.ConfigKey> definition) throws Fault {
        if (setting.value() instanceof ConfigList list) {
            if (list.stream().anyMatch(KafkaText::isNoText)) {
                throw new Fault(Ids.WRONG_TYPE, setting.path() + " must be a list of texts", "");
            }
            return list.stream().map(ValueReader::text).collect(Collectors.joining(","));
        }
        String text = ValueReader.text(setting.value());
        boolean number = definition
                .filter(key -> key.type == ConfigDef.Type.INT || key.type == ConfigDef.Type.LONG)
                .isPresent();
        if (!number || WHOLE.matcher(text.strip()).matches()) {
            return text;
        }
        try {
            if (setting.name().endsWith(".ms")) {
                return Long.toString(Durations.parse(setting.name(), text).toMillis());
            } else if (setting.name().endsWith(".bytes")) {
                return Long.toString(
                        ConfigValueFactory.fromAnyRef(text).atKey("b").getBytes("b"));
            }
        } catch (Fault | ConfigException e) {
            return text;
        }
        return text;
    }

    private static boolean isNoText(ConfigValue value) {
        return ValueReader.isNested(value) || value.valueType() == ConfigValueType.NULL;
    }

    private static void validate(KafkaBlock.Setting setting, ConfigDef.ConfigKey key, String text) throws Fault {
        Object value;
        try {
            value = ConfigDef.parseType(setting.name(), text, key.type);
        } catch (org.apache.kafka.common.config.ConfigException e) {
            throw new Fault(
                    Ids.KAFKA_VALUE,
                    setting.path() + " must be " + words(setting.name(), key.type) + ", but \""
                            + Redaction.kafka(setting.name(), text) + "\" is none",
                    fix(setting.name(), key));
        }
        try {
            if (key.validator != null) {
                key.validator.ensureValid(setting.name(), value);
            }
        } catch (org.apache.kafka.common.config.ConfigException e) {
            throw new Fault(Ids.KAFKA_VALUE, refusal(setting, text, e), fix(setting.name(), key));
        }
    }

    private static String refusal(KafkaBlock.Setting setting, String text, Exception e) {
        String shown = Redaction.kafka(setting.name(), text);
        String message = String.valueOf(e.getMessage());
        int reason = message.indexOf(": ");
        boolean told = reason >= 0 && !shown.equals(Redaction.HIDDEN);
        return setting.path() + " must not be \"" + shown + "\""
                + (told ? ": " + Redaction.withoutUsers(message.substring(reason + 2)) : "");
    }

    private static String words(String name, ConfigDef.Type type) {
        return switch (type) {
            case BOOLEAN -> "true or false";
            case INT, LONG, SHORT -> name.endsWith(".ms") ? "a number of milliseconds or a duration" : "a whole number";
            case DOUBLE -> "a number";
            case CLASS -> "the name of a class that is there";
            case LIST -> "a list";
            default -> "a text";
        };
    }

    private static String fix(String name, ConfigDef.ConfigKey key) {
        boolean shown = key.defaultValue != null
                && key.defaultValue != ConfigDef.NO_DEFAULT_VALUE
                && key.type != ConfigDef.Type.PASSWORD
                && key.type != ConfigDef.Type.LIST
                && !key.defaultValue.toString().isEmpty();
        return shown
                ? "fix: " + name + " = " + ConfigDef.convertToString(key.defaultValue, key.type) + ", Kafka's default"
                : name.equals("bootstrap.servers")
                        ? "fix: bootstrap.servers = \"localhost:9092\""
                        : "fix: remove it, or see Kafka's documentation of " + name;
    }
}

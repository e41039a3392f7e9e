package io.millrace.config;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes a Java value of a HOCON value, for all types of settings but blocks. Stateless. */
final class ValueReader {
    private static final List<String> TRUE = List.of("true", "yes", "on");
    private static final List<String> FALSE = List.of("false", "no", "off");

    private ValueReader() {}

    /**
     * Reads a value that is not null.
     *
     * @param key as it is written, for messages
     */
    static Object read(Type type, String key, ConfigValue value) throws Fault {
        if (type instanceof ParameterizedType generic) {
            return readGeneric(generic, key, value);
        }
        Class<?> plain = (Class<?>) type;
        String text = text(plain, key, value);
        if (plain == String.class) {
            return text;
        } else if (plain == boolean.class || plain == Boolean.class) {
            return readBoolean(key, text);
        } else if (plain == Duration.class) {
            return Durations.parse(key, text);
        } else if (plain == Path.class) {
            return readPath(key, text);
        } else if (plain.isEnum()) {
            return readEnum(plain, key, text);
        }
        return plain.isPrimitive() || Number.class.isAssignableFrom(plain)
                ? readNumber(plain, key, text)
                : parse(plain, key, text);
    }

    /** The value as it is written, where it is a single one. */
    static String text(ConfigValue value) {
        return value.atKey("v").getString("v");
    }

    static boolean isNested(ConfigValue value) {
        return value.valueType() == ConfigValueType.OBJECT || value.valueType() == ConfigValueType.LIST;
    }

    /** How a constant is written. */
    static String written(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What a value is, in words. */
    static String describe(ConfigValue value) {
        return switch (value.valueType()) {
            case OBJECT -> "a block";
            case LIST -> "a list";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL -> "null";
            case STRING -> "a text";
        };
    }

    private static Object readGeneric(ParameterizedType type, String key, ConfigValue value) throws Fault {
        Type inner = type.getActualTypeArguments()[0];
        if (type.getRawType() == Optional.class) {
            return Optional.of(read(inner, key, value));
        } else if (type.getRawType() == List.class) {
            return readList(inner, key, value);
        } else if (type.getRawType() == Map.class) {
            return readMap(type.getActualTypeArguments()[1], key, value);
        }
        throw new IllegalArgumentException("no setting can be of type " + type);
    }

    private static List<Object> readList(Type inner, String key, ConfigValue value) throws Fault {
        if (!(value instanceof ConfigList list)) {
            throw wrongType(key, "a list", value, key + " = [first, second]");
        }
        List<Object> elements = new ArrayList<>();
        for (ConfigValue element : list) {
            elements.add(read(inner, key, element));
        }
        return List.copyOf(elements);
    }

    private static Map<String, Object> readMap(Type inner, String key, ConfigValue value) throws Fault {
        if (!(value instanceof ConfigObject object)) {
            throw wrongType(key, "a block", value, key + " { name = value }");
        }
        Map<String, Object> entries = new LinkedHashMap<>();
        flatten("", object, inner, key, entries);
        return Map.copyOf(entries);
    }

    private static void flatten(String prefix, ConfigObject block, Type inner, String key, Map<String, Object> into)
            throws Fault {
        for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
            String name = prefix + entry.getKey();
            if (entry.getValue() instanceof ConfigObject nested) {
                flatten(name + ".", nested, inner, key, into);
            } else {
                into.put(name, read(inner, key + "." + name, entry.getValue()));
            }
        }
    }

    private static String text(Class<?> type, String key, ConfigValue value) throws Fault {
        if (isNested(value) || value.valueType() == ConfigValueType.NULL) {
            throw wrongType(key, name(type), value, key + " = " + example(type));
        }
        return text(value);
    }

    private static Fault wrongType(String key, String wanted, ConfigValue found, String example) {
        return new Fault(Ids.WRONG_TYPE, key + " must be " + wanted + ", found " + describe(found), "fix: " + example);
    }

    private static Fault wrongText(String key, Class<?> type, String text) {
        String shown = Redaction.own(key, false, text);
        return new Fault(
                Ids.WRONG_TYPE,
                key + " must be " + name(type) + ", but \"" + shown + "\" is none",
                "fix: " + key + " = " + example(type));
    }

    private static Object readBoolean(String key, String text) throws Fault {
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return TRUE.contains(text);
        }
        throw wrongText(key, boolean.class, text);
    }

    private static Object readNumber(Class<?> type, String key, String text) throws Fault {
        try {
            if (type == int.class || type == Integer.class) {
                return Integer.valueOf(text.strip());
            } else if (type == long.class || type == Long.class) {
                return Long.valueOf(text.strip());
            } else if (type == double.class || type == Double.class) {
                return Double.valueOf(text.strip());
            }
        } catch (NumberFormatException e) {
            throw wrongText(key, type, text);
        }
        throw new IllegalArgumentException("no setting can be of type " + type);
    }

    private static Object readPath(String key, String text) throws Fault {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw wrongText(key, Path.class, text);
        }
    }

    private static Object readEnum(Class<?> type, String key, String text) throws Fault {
        for (Object constant : type.getEnumConstants()) {
            if (written(constant).equals(text)) {
                return constant;
            }
        }
        List<String> words =
                Arrays.stream(type.getEnumConstants()).map(ValueReader::written).toList();
        throw oneOf(key, text, words);
    }

    static Fault oneOf(String key, String text, List<String> words) {
        List<String> nearest = Nearest.names(text, words);
        String allowed = words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words);
        return new Fault(
                Ids.BAD_VALUE,
                key + " must be " + allowed + ", found \"" + Redaction.own(key, false, text) + "\"",
                nearest.isEmpty() ? remedy(key, words) : Nearest.didYouMean(nearest));
    }

    private static String remedy(String key, List<String> words) {
        return words.size() == 1 ? "fix: " + key + " = " + words.get(0) : "fix: write one of these words";
    }

    private static Object parse(Class<?> type, String key, String text) throws Fault {
        try {
            Method parse = type.getMethod("parse", String.class);
            if (Modifier.isStatic(parse.getModifiers())) {
                return parse.invoke(null, text);
            }
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException wrong) {
                throw Fault.withRemedy(key, String.valueOf(wrong.getMessage()));
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no setting can be of " + type, e);
        }
        throw new IllegalArgumentException("no setting can be of " + type);
    }

    private static String name(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        } else if (type == Duration.class) {
            return "a duration";
        } else if (type == double.class || type == Double.class) {
            return "a number";
        } else if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a whole number";
        } else if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(ValueReader::written)
                    .collect(Collectors.joining(" or "));
        }
        return type == Path.class ? "a file name" : "a text";
    }

    private static String example(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return "true";
        } else if (type == Duration.class) {
            return "10s";
        } else if (type == double.class || type == Double.class) {
            return "0.5";
        } else if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "100";
        } else if (type.isEnum()) {
            return written(type.getEnumConstants()[0]);
        }
        return type == Path.class ? "\"out/file.txt\"" : "\"some text\"";
    }
}

package io.millrace.config;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.millrace.api.CheckedSettings;
import io.millrace.api.Default;
import io.millrace.api.Secret;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes records of blocks. A component {@code maxRecords} is the key {@code max-records}; its annotations say what may
 * stand there. Goes on after a fault, so that all of them are found. Used by the loading thread alone.
 */
final class RecordBinder {
    private final Tree tree;
    private final Problems problems;
    private final UnknownKeys unknown;
    private final Map<Class<?>, Function<ConfigObject, Optional<?>>> special = new HashMap<>();
    private final Map<String, Object> bound = new HashMap<>();

    RecordBinder(Tree tree, Problems problems) {
        this.tree = tree;
        this.problems = problems;
        this.unknown = new UnknownKeys(tree, problems);
    }

    /** Blocks of this type are made by the function, which reports its own faults. */
    void reads(Class<?> type, Function<ConfigObject, Optional<?>> reader) {
        special.put(type, reader);
    }

    /** What was understood so far, by whole path, whether or not its block could be made. */
    Map<String, Object> bound() {
        return bound;
    }

    /**
     * Makes a record, or reports why not.
     *
     * @param apart keys of the block that belong to somebody else
     */
    <R extends Record> Optional<R> bind(Class<R> type, String path, ConfigObject block, Set<String> apart) {
        List<String> keys = KnownKeys.keys(type);
        for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
            if (!keys.contains(entry.getKey()) && !apart.contains(entry.getKey())) {
                unknown.report(path, entry.getKey(), entry.getValue(), keys);
            }
        }
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        boolean complete = true;
        for (int i = 0; i < components.length; i++) {
            Optional<Object> value = component(components[i], path, block);
            values[i] = value.orElse(null);
            complete &= value.isPresent();
        }
        Optional<R> made = complete ? make(type, components, values, path) : Optional.empty();
        made.ifPresent(settings -> check(settings, path));
        return made;
    }

    private Optional<Object> component(RecordComponent component, String block, ConfigObject values) {
        String key = KnownKeys.key(component);
        String path = block + "." + key;
        if (tree.isBroken(path)) {
            return Optional.empty();
        }
        ConfigValue value = Optional.ofNullable(values.get(key)).orElseGet(() -> byDefault(component));
        if (value == null || value.valueType() == ConfigValueType.NULL) {
            return absent(component, block, key, value);
        }
        Optional<Object> read = component.getType().isRecord() && !hasParse(component.getType())
                ? nested(component, path, value)
                : single(component, path, key, value);
        read.ifPresent(object -> bound.put(path, object));
        return read;
    }

    private static boolean hasParse(Class<?> type) {
        return type == WorkerCount.class;
    }

    private Optional<Object> absent(RecordComponent component, String block, String key, ConfigValue value) {
        if (component.getType() == Optional.class) {
            bound.put(block + "." + key, Optional.empty());
            return Optional.of(Optional.empty());
        }
        boolean asNull = value != null && !Places.isDefault(value.origin());
        if (unknown.meant(block, key)) {
            return Optional.empty();
        }
        problems.error(
                asNull ? Ids.WRONG_TYPE : Ids.MISSING,
                asNull ? tree.place(block + "." + key, value) : tree.places().block(block),
                block + "." + key + (asNull ? " must not be null" : " is missing"),
                "fix: " + key + " = " + ValueChecks.example(component));
        return Optional.empty();
    }

    private Optional<Object> nested(RecordComponent component, String path, ConfigValue value) {
        if (!(value instanceof ConfigObject block)) {
            problems.error(
                    Ids.WRONG_TYPE,
                    tree.place(path, value),
                    path + " must be a block, found " + ValueReader.describe(value),
                    "fix: " + path.substring(path.lastIndexOf('.') + 1) + " { … }");
            return Optional.empty();
        }
        Function<ConfigObject, Optional<?>> reader = special.get(component.getType());
        Optional<?> made = reader != null
                ? reader.apply(block)
                : bind(component.getType().asSubclass(Record.class), path, block, Set.of());
        return made.map(Object.class::cast);
    }

    private Optional<Object> single(RecordComponent component, String path, String key, ConfigValue value) {
        try {
            return Optional.of(ValueChecks.checked(component, key, read(component, path, key, value)));
        } catch (Fault fault) {
            boolean secret = component.isAnnotationPresent(Secret.class);
            String text = secret ? path + " cannot be used as it is" : withBlock(path, key, fault.getMessage());
            problems.error(fault.id(), tree.place(path, value), text, secret ? "" : fault.fix());
            return Optional.empty();
        }
    }

    private static String withBlock(String path, String key, String message) {
        return message.startsWith(key) ? path + message.substring(key.length()) : message;
    }

    private static Object read(RecordComponent component, String path, String key, ConfigValue value) throws Fault {
        String relative = path.substring(Tree.ROOT.length() + 1);
        boolean block = value.valueType() == ConfigValueType.OBJECT;
        Optional<String> instead = Optional.empty();
        if (block) {
            instead = NotYet.block(relative);
        } else if (value.valueType() != ConfigValueType.LIST) {
            instead = NotYet.value(relative, ValueReader.text(value));
        }
        if (instead.isPresent()) {
            String what = block ? key + " { … }" : key + " = " + ValueReader.text(value);
            throw new Fault(Ids.NOT_YET, what + " is not available yet", instead.get());
        }
        Type type = component.getGenericType();
        return ValueReader.read(type, key, value);
    }

    /** The value that an annotation names, or nothing. */
    private static ConfigValue byDefault(RecordComponent component) {
        Default annotation = component.getAnnotation(Default.class);
        if (annotation == null) {
            return null;
        }
        ConfigParseOptions options =
                ConfigParseOptions.defaults().setSyntax(ConfigSyntax.CONF).setOriginDescription(Places.DEFAULT);
        return ConfigFactory.parseString("v = " + annotation.value(), options)
                .root()
                .get("v");
    }

    private <R extends Record> Optional<R> make(
            Class<R> type, RecordComponent[] components, Object[] values, String path) {
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
        }
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return Optional.of(constructor.newInstance(values));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException wrong) {
                problems.error(Ids.BAD_VALUE, tree.places().block(path), path + ": " + wrong.getMessage(), "");
                return Optional.empty();
            }
            throw new IllegalStateException("settings of type " + type.getName(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("settings of type " + type.getName(), e);
        }
    }

    private void check(Record settings, String path) {
        if (settings instanceof CheckedSettings checked) {
            checked.check((key, text) -> {
                String whole = path + "." + key;
                Fault fault = Fault.withRemedy(whole, text);
                problems.error(fault.id(), tree.place(whole), fault.getMessage(), fault.fix());
            });
        }
    }
}

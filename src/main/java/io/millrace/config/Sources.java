package io.millrace.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOriginFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns each source into HOCON whose origins say where it comes from. Used by the loading thread alone. */
final class Sources {
    static final String ENVIRONMENT = "environment ";
    static final String SYSTEM = "-D";
    static final String SET = "-s ";

    private static final String ROOT = "millrace";
    private static final Pattern KEY_START = Pattern.compile("[A-Za-z0-9._\"-]*");

    private final ConfigSources sources;
    private final Problems problems;
    private final Map<String, List<Place>> written = new TreeMap<>();

    Sources(ConfigSources sources, Problems problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /** The defaults that are part of Millrace. */
    static Config reference() {
        ConfigParseOptions options = ConfigParseOptions.defaults()
                .setSyntax(ConfigSyntax.CONF)
                .setAllowMissing(false)
                .setOriginDescription(Places.DEFAULT);
        return ConfigFactory.parseResources(Sources.class.getClassLoader(), "reference.conf", options)
                .withOnlyPath(ROOT);
    }

    /** What stands above the file, one layer per source, the strongest first. */
    List<Config> overrides() {
        Config environment = environment();
        Config system = system();
        return List.of(sets(), system, environment);
    }

    /** Where each path is written outside files, the weakest source first. */
    Map<String, List<Place>> written() {
        return written;
    }

    /** All variables under their own names, for substitutions. */
    Config variables() {
        ConfigObject object = ConfigFactory.empty().root();
        for (Map.Entry<String, String> variable : sources.environment().entrySet()) {
            object = object.withValue(
                    variable.getKey(),
                    ConfigValueFactory.fromAnyRef(variable.getValue(), ENVIRONMENT + variable.getKey()));
        }
        return object.toConfig();
    }

    private Config environment() {
        Config layer = ConfigFactory.empty();
        for (String name : new TreeSet<>(sources.environment().keySet())) {
            String text = sources.environment().get(name);
            Optional<String> path = EnvironmentNames.path(name, text);
            if (path.isPresent() && isSetting(ENVIRONMENT + name, path.get())) {
                layer = with(layer, ENVIRONMENT + name, path.get(), text, false);
            }
        }
        return layer;
    }

    /** A variable may be somebody else's, so that one which names no setting is only told. */
    private boolean isSetting(String origin, String path) {
        boolean open = path.startsWith(KafkaBlock.NAME + ".") || path.startsWith("handler.");
        String whole = ROOT + "." + path;
        if (open || KnownKeys.all().contains(whole) || NotYet.path(path).isPresent()) {
            return true;
        }
        problems.warning(
                Ids.ENVIRONMENT,
                Place.of(origin),
                "the variable names no setting: " + whole,
                Nearest.didYouMean(Nearest.names(whole, KnownKeys.all())));
        return false;
    }

    private Config system() {
        Config layer = ConfigFactory.empty();
        for (String name : new TreeSet<>(sources.system().stringPropertyNames())) {
            if (name.startsWith(ROOT + ".")) {
                String path = name.substring(ROOT.length() + 1);
                layer = with(layer, SYSTEM + name, path, sources.system().getProperty(name), false);
            }
        }
        return layer;
    }

    private Config sets() {
        Config layer = ConfigFactory.empty();
        for (String set : sources.sets()) {
            int equals = set.indexOf('=');
            if (equals <= 0) {
                Matcher key = KEY_START.matcher(set);
                problems.error(
                        Ids.BAD_SET,
                        Place.of(SET + (key.lookingAt() ? key.group() : "")),
                        "this --set has no KEY=VALUE",
                        "fix: --set workers.count=4");
                continue;
            }
            String key = set.substring(0, equals).strip();
            layer = with(layer, SET + key, key, set.substring(equals + 1).strip(), true);
        }
        return layer;
    }

    private Config with(Config layer, String origin, String path, String text, boolean substitutes) {
        List<String> elements = elements(path);
        if (elements.isEmpty()) {
            String fix = "fix: write a path such as workers.count";
            if (origin.startsWith(ENVIRONMENT)) {
                problems.warning(Ids.ENVIRONMENT, Place.of(origin), "the variable names no setting", fix);
            } else {
                problems.error(Ids.BAD_SET, Place.of(origin), "the key is no path", fix);
            }
            return layer;
        }
        written.computeIfAbsent(String.join(".", elements), any -> new ArrayList<>())
                .add(Place.of(origin));
        ConfigValue one = value(text, origin, substitutes);
        for (int i = elements.size() - 1; i >= 0; i--) {
            one = ConfigValueFactory.fromMap(Map.of(elements.get(i), one), origin);
        }
        return ((ConfigObject) one).toConfig().withFallback(layer);
    }

    /**
     * The steps of a path. All of a Kafka setting's name is one step: else {@code a.b} and {@code a.b.c}, which Kafka
     * has, could not both be set.
     */
    private static List<String> elements(String path) {
        List<String> steps = new ArrayList<>();
        steps.add(ROOT);
        try {
            steps.addAll(ConfigUtil.splitPath(path));
        } catch (ConfigException e) {
            return List.of();
        }
        if (steps.get(1).equals(KafkaBlock.NAME)) {
            int from = steps.size() > 2 && KafkaKind.named(steps.get(2)).isPresent() ? 3 : 2;
            List<String> name = steps.subList(from, steps.size());
            if (name.size() > 1) {
                String joined = String.join(".", name);
                name.clear();
                steps.add(joined);
            }
        }
        return steps;
    }

    /** HOCON only where it looks like a list, a block or a quoted text; {@code localhost:9092} is a text. */
    private static ConfigValue value(String text, String origin, boolean substitutes) {
        boolean hocon = text.startsWith("[") || text.startsWith("{") || text.startsWith("\"");
        if (text.equals("null")) {
            return ConfigValueFactory.fromAnyRef(null, origin);
        }
        if (hocon || substitutes && text.contains("${")) {
            try {
                ConfigParseOptions options = ConfigParseOptions.defaults()
                        .setSyntax(ConfigSyntax.CONF)
                        .setOriginDescription(origin);
                ConfigObject parsed =
                        ConfigFactory.parseString("value = " + text, options).root();
                if (parsed.size() == 1 && parsed.containsKey("value")) {
                    return parsed.get("value").withOrigin(ConfigOriginFactory.newSimple(origin));
                }
            } catch (ConfigException e) {
                return ConfigValueFactory.fromAnyRef(text, origin);
            }
        }
        return ConfigValueFactory.fromAnyRef(text, origin);
    }
}

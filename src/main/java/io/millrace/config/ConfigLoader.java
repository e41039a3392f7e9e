package io.millrace.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a checked {@link MillraceConfig} of everything that may say something about it. Stateless; any thread.
 *
 * <p>Sources, later ones win: the defaults, the file, variables {@code MILLRACE_A_B__C}, system properties
 * {@code millrace.…}, {@code --set}. All faults are found in one pass, except that a text which cannot be read at all
 * stands alone.
 */
public final class ConfigLoader {
    private ConfigLoader() {}

    /** As {@link #load(ConfigSources, LeafShapes)}, without a look at the handler's settings. */
    public static LoadedConfig load(ConfigSources sources) {
        return load(sources, LeafShapes.unchecked());
    }

    /**
     * Loads for the command line.
     *
     * @throws InvalidConfigException with every problem, warnings included
     */
    public static LoadedConfig load(ConfigSources sources, LeafShapes shapes) {
        Problems problems = new Problems();
        Places places = new Places();
        FileSource files = new FileSource(problems, places);
        ConfigObject file = sources.file().map(files::read).orElse(null);
        if (files.isBroken()) {
            throw new InvalidConfigException(problems.sorted());
        }
        Sources others = new Sources(sources, problems);
        Config all = others.overrides().stream().reduce(Config::withFallback).orElseThrow();
        if (file != null) {
            checkOutside(file, places, problems);
            all = all.withFallback(file);
        }
        all = all.withFallback(Sources.reference()).withFallback(others.variables());
        return bind(all, places, problems, shapes, others.written());
    }

    /** As {@link #load(Config, LeafShapes)}, without a look at the handler's settings. */
    public static LoadedConfig load(Config config) {
        return load(config, LeafShapes.unchecked());
    }

    /**
     * Loads for the Java API: a configuration that has a {@code millrace} block, over the defaults. Neither variables
     * nor system properties count, unless the caller has put them in.
     *
     * @throws InvalidConfigException with every problem, warnings included
     */
    public static LoadedConfig load(Config config, LeafShapes shapes) {
        Problems problems = new Problems();
        ConfigSources sources = ConfigSources.of(Optional.empty(), List.of());
        Config all = config.withFallback(Sources.reference()).withFallback(new Sources(sources, problems).variables());
        return bind(all, new Places(), problems, shapes, Map.of());
    }

    private static LoadedConfig bind(
            Config all, Places places, Problems problems, LeafShapes shapes, Map<String, List<Place>> written) {
        Substitutions substitutions = new Substitutions(places, problems);
        ConfigValue root = substitutions.resolve(all, !places.files().isEmpty()).get(Tree.ROOT);
        if (!(root instanceof ConfigObject millrace)) {
            if (substitutions.broken().isEmpty()) {
                problems.error(Ids.WRONG_TYPE, place(places, root), "millrace must be a block", "fix: millrace { … }");
            }
            throw new InvalidConfigException(problems.sorted());
        }
        Tree tree = new Tree(millrace, places, substitutions.broken());
        return new Binding(tree, problems, shapes).load(written);
    }

    private static Place place(Places places, ConfigValue root) {
        return root == null ? places.root() : places.of(Tree.ROOT, root.origin());
    }

    /** Keys beside {@code millrace} may serve substitutions, but not if they look like settings. */
    private static void checkOutside(ConfigObject file, Places places, Problems problems) {
        List<String> blocks = KnownKeys.keys(MillraceConfig.class);
        for (Map.Entry<String, ConfigValue> entry : file.entrySet()) {
            String key = entry.getKey();
            boolean block = isBlock(entry.getValue());
            if (key.equals(Tree.ROOT)) {
                continue;
            }
            if (blocks.contains(key) && block) {
                problems.error(
                        Ids.OUTSIDE,
                        place(places, key, entry.getValue()),
                        key + " stands outside the millrace block",
                        "fix: millrace { " + key + " { … } }");
            } else if (block && !Nearest.names(key, List.of(Tree.ROOT)).isEmpty()) {
                problems.error(
                        Ids.UNKNOWN_KEY,
                        place(places, key, entry.getValue()),
                        "unknown block " + key,
                        "did you mean millrace?");
            }
        }
    }

    private static Place place(Places places, String key, ConfigValue value) {
        return places.first(key).orElseGet(() -> places.of(key, value.origin()));
    }

    private static boolean isBlock(ConfigValue value) {
        try {
            return value.valueType() == ConfigValueType.OBJECT;
        } catch (ConfigException.NotResolved e) {
            return false;
        }
    }
}

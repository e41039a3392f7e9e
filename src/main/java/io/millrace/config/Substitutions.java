package io.millrace.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts values in the place of {@code ${NAME}} and tells of all that have none. Used by the loading thread alone. */
final class Substitutions {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^?}][^}]*)}");

    private final Places places;
    private final Problems problems;
    private final Set<String> broken = new HashSet<>();

    Substitutions(Places places, Problems problems) {
        this.places = places;
        this.problems = problems;
    }

    /**
     * The configuration without what could not be resolved.
     *
     * @param whole whether all of it is ours to judge, or the {@code millrace} block alone
     */
    ConfigObject resolve(Config config, boolean whole) {
        try {
            ConfigObject resolved = config.resolve(
                            ConfigResolveOptions.noSystem().setAllowUnresolved(true))
                    .root();
            return prune("", whole ? resolved : resolved.withOnlyKey(Tree.ROOT));
        } catch (ConfigException e) {
            reportWhole(e);
            broken.add("");
            return ConfigFactory.empty().root();
        }
    }

    private void reportWhole(ConfigException e) {
        boolean placed = e.origin() != null && e.origin().lineNumber() > 0 && !Places.isDefault(e.origin());
        Place place = placed ? places.of("", e.origin()) : places.anyReference();
        if (e instanceof ConfigException.UnresolvedSubstitution) {
            String text = "a ${…} refers to itself, or to something that does";
            problems.error(Ids.UNRESOLVED, place, text, "fix: remove the circle");
        } else {
            String text = "a block, a list or a text is joined with something of another kind";
            problems.error(Ids.WRONG_TYPE, place, text, "fix: write the whole value, without += and ${…}");
        }
    }

    /** Paths that were written and are now missing. */
    Set<String> broken() {
        return broken;
    }

    private ConfigObject prune(String path, ConfigObject object) {
        ConfigObject pruned = object;
        for (Map.Entry<String, ConfigValue> child : Map.copyOf(object).entrySet()) {
            String childPath = path.isEmpty() ? child.getKey() : path + "." + child.getKey();
            ConfigValue value = child.getValue();
            if (isUnresolved(value)) {
                report(childPath, value);
                pruned = pruned.withoutKey(child.getKey());
            } else if (value instanceof ConfigObject block) {
                pruned = pruned.withValue(child.getKey(), prune(childPath, block));
            }
        }
        return pruned;
    }

    /** Only a block is looked into; anything else is given up as a whole. */
    private static boolean isUnresolved(ConfigValue value) {
        try {
            if (value.valueType() == ConfigValueType.OBJECT) {
                // Asking is what tells: an unresolved block throws.
                return ((ConfigObject) value).entrySet() == null;
            }
            return value instanceof ConfigList list && list.stream().anyMatch(Substitutions::isUnresolvedDeep);
        } catch (ConfigException.NotResolved e) {
            return true;
        }
    }

    private static boolean isUnresolvedDeep(ConfigValue value) {
        return isUnresolved(value)
                || value instanceof ConfigObject object
                        && object.values().stream().anyMatch(Substitutions::isUnresolvedDeep);
    }

    private void report(String path, ConfigValue value) {
        broken.add(path);
        Place place = places.reference(path).orElseGet(() -> places.of(path, value.origin()));
        Matcher names = REFERENCE.matcher(value.render());
        boolean named = false;
        while (names.find()) {
            named = true;
            String name = names.group(1).strip();
            problems.error(
                    Ids.UNRESOLVED,
                    place,
                    "${" + name + "} has no value: no environment variable and no setting is called so",
                    "fix: set " + name + ", or write ${?" + name + "} where it may be missing");
        }
        if (!named) {
            problems.error(Ids.UNRESOLVED, place, path + " refers to something that has no value", "");
        }
    }
}

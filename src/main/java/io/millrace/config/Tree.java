package io.millrace.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.Optional;
import java.util.Set;

/**
 * The merged and resolved {@code millrace} block, with the places of its values. Paths are whole ones
 * ({@code millrace.workers.count}). Used by the loading thread alone.
 *
 * @param broken paths that are written but could not be resolved: told already, and not to be called missing
 */
record Tree(ConfigObject root, Places places, Set<String> broken) {
    static final String ROOT = "millrace";

    /** The value as written or by default; empty where there is none. */
    Optional<ConfigValue> value(String path) {
        ConfigValue at = root;
        for (String step : path.substring(ROOT.length() + 1).split("\\.")) {
            if (!(at instanceof ConfigObject object) || object.get(step) == null) {
                return Optional.empty();
            }
            at = object.get(step);
        }
        return Optional.of(at);
    }

    /** True where somebody wrote it, be it the default. */
    boolean isWritten(String path) {
        return value(path).filter(value -> !Places.isDefault(value.origin())).isPresent();
    }

    Place place(String path) {
        return value(path).map(value -> places.of(path, value.origin())).orElseGet(() -> places.block(path));
    }

    Place place(String path, ConfigValue value) {
        return places.of(path, value.origin());
    }

    boolean isBroken(String path) {
        for (String at = path; !at.isEmpty(); at = at.substring(0, Math.max(0, at.lastIndexOf('.')))) {
            if (broken.contains(at)) {
                return true;
            }
        }
        return broken.contains("");
    }
}

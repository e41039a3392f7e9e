package io.millrace.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reports keys of no setting: not built yet, misspelt, or in the wrong block. Used by the loading thread alone. */
final class UnknownKeys {
    private static final int MAX_ELSEWHERE = 3;

    private final Tree tree;
    private final Problems problems;
    private final Set<String> proposed = new HashSet<>();

    UnknownKeys(Tree tree, Problems problems) {
        this.tree = tree;
        this.problems = problems;
    }

    /**
     * Reports one key, or each key under it if the block is known but not built.
     *
     * @param siblings the keys that its block has
     */
    void report(String block, String key, ConfigValue value, Collection<String> siblings) {
        String path = block + "." + key;
        Place place = tree.place(path, value);
        if (value instanceof ConfigObject nested && !nested.isEmpty() && isContract(path)) {
            for (Map.Entry<String, ConfigValue> child : nested.entrySet()) {
                report(path, child.getKey(), child.getValue(), List.of());
            }
            return;
        }
        Optional<String> instead = NotYet.path(relative(path));
        if (instead.isPresent()) {
            problems.error(Ids.NOT_YET, place, path + " is not available yet", instead.get());
        } else if (Places.isEnvironment(value.origin())) {
            problems.warning(
                    Ids.ENVIRONMENT, place, "the variable names no setting: " + path, meant(block, key, siblings));
        } else {
            Nearest.names(key, siblings).forEach(name -> proposed.add(block + "." + name));
            problems.error(Ids.UNKNOWN_KEY, place, "unknown key " + path, meant(block, key, siblings));
        }
    }

    /** True where an unknown key was taken for this one: then it is misspelt rather than missing. */
    boolean meant(String block, String key) {
        return proposed.contains(block + "." + key);
    }

    private static boolean isContract(String path) {
        return NotYet.path(relative(path)).isPresent();
    }

    private static String relative(String path) {
        return path.substring(Tree.ROOT.length() + 1);
    }

    private static String meant(String block, String key, Collection<String> siblings) {
        List<String> names = new ArrayList<>(Nearest.names(key, siblings));
        for (String path : KnownKeys.all()) {
            boolean sameLeaf = path.endsWith("." + key) && !path.startsWith(block + "." + key);
            if (sameLeaf && names.size() < MAX_ELSEWHERE) {
                names.add(path);
            }
        }
        if (names.isEmpty()) {
            names.addAll(Nearest.names(
                    block + "." + key,
                    KnownKeys.all().stream()
                            .filter(path -> !siblingOf(block, path))
                            .toList()));
        }
        if (names.isEmpty() && !siblings.isEmpty()) {
            return "fix: remove it; " + block + " has " + String.join(", ", siblings);
        }
        return names.isEmpty() ? "fix: remove it" : Nearest.didYouMean(names);
    }

    private static boolean siblingOf(String block, String path) {
        return path.startsWith(block + ".") && path.indexOf('.', block.length() + 1) < 0;
    }
}

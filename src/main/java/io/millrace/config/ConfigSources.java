package io.millrace.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Where the command line's configuration comes from; later parameters win over earlier ones, except that {@code sets}
 * win over everything.
 *
 * @param file the configuration file, as the user named it
 * @param sets what follows each {@code --set}: {@code KEY=VALUE}, the key relative to {@code millrace}
 * @param environment all variables; those that start with {@code MILLRACE_} are settings, all serve substitutions
 * @param system all system properties; those that start with {@code millrace.} are settings
 */
public record ConfigSources(
        Optional<Path> file, List<String> sets, Map<String, String> environment, Properties system) {
    public ConfigSources {
        sets = List.copyOf(sets);
        environment = Map.copyOf(environment);
    }

    /** A file and {@code --set} values, with this process's environment and properties. */
    public static ConfigSources of(Optional<Path> file, List<String> sets) {
        return new ConfigSources(file, sets, System.getenv(), System.getProperties());
    }
}

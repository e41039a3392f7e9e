package io.millrace.demo;

import io.millrace.config.ConfigLoader;
import io.millrace.config.ConfigSources;
import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.ProjectLeaves;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Configurations of the demos: given in code, untouched by the user's environment. */
final class DemoConfig {
    private DemoConfig() {}

    /** @param sets as {@code --set} takes them */
    static MillraceConfig of(List<String> sets) {
        ConfigSources sources = new ConfigSources(Optional.empty(), sets, Map.of(), new Properties());
        return ConfigLoader.load(
                        sources, new ProjectLeaves(Thread.currentThread().getContextClassLoader()))
                .config();
    }
}

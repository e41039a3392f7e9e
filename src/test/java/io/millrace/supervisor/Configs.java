package io.millrace.supervisor;

import com.typesafe.config.ConfigFactory;
import io.millrace.config.ConfigLoader;
import io.millrace.config.MillraceConfig;

/** Configurations for tests, as an application would write them. */
final class Configs {
    private Configs() {}

    /** A complete configuration and these lines, which stand in the {@code millrace} block. */
    static MillraceConfig with(String... lines) {
        return ConfigLoader.load(ConfigFactory.parseString("""
            millrace {
              name = mill
              kafka { bootstrap.servers = "127.0.0.1:1", group.id = G }
              source.topics = [t]
              %s
            }
            """.formatted(String.join("\n", lines))))
                .config();
    }
}

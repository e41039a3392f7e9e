package io.millrace.config;

import io.millrace.api.CheckedSettings;
import io.millrace.api.Default;
import io.millrace.api.Range;
import io.millrace.api.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BiConsumer;

/** Loads texts as the command line does, with two handlers that are like the real ones. */
final class Loading {
    /** A file that is complete. */
    static final String GOOD = """
        millrace {
          kafka {
            bootstrap.servers = "localhost:9092"
            group.id = G
          }
          source.topics = [a]
        }
        """;

    record CountSettings(
            @Default("value") String by,
            Optional<Duration> every,
            @Range(min = "1") Optional<Integer> top,
            @Secret Optional<Integer> pin)
            implements CheckedSettings {
        @Override
        public void check(BiConsumer<String, String> fault) {
            if (by.equals("nonsense")) {
                fault.accept("by", "\"nonsense\" is no field fix: by = value");
            }
        }
    }

    record PrintSettings(
            @Default("\"{topic}-{partition}@{offset} {key} {value}\"")
            String format,

            @Default("stdout") String to,
            @Default("false") boolean raw) {}

    static final LeafShapes SHAPES = new LeafShapes() {
        @Override
        public HandlerShape handler(String type) {
            return switch (type) {
                case "count" -> new Typed(CountSettings.class);
                case "print" -> new Typed(PrintSettings.class);
                case "com.acme.Free" -> new Untyped();
                case "java.lang.String" -> new Unknown("java.lang.String is no RecordHandler");
                default -> new Unknown("");
            };
        }

        @Override
        public Collection<String> handlers() {
            return List.of("count", "print");
        }

        @Override
        public Collection<String> formats() {
            return List.of("string", "bytes", "int", "long", "double");
        }
    };

    private final Path directory;
    private Map<String, String> environment = Map.of();
    private final Properties system = new Properties();

    Loading(Path directory) {
        this.directory = directory;
    }

    Loading environment(Map<String, String> variables) {
        environment = variables;
        return this;
    }

    Loading system(String key, String value) {
        system.setProperty(key, value);
        return this;
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    LoadedConfig load(String text, String... sets) {
        return load(write("app.conf", text), sets);
    }

    LoadedConfig load(Path file, String... sets) {
        return ConfigLoader.load(new ConfigSources(Optional.of(file), List.of(sets), environment, system), SHAPES);
    }

    /** The problems as they are shown, without the directory. */
    List<String> faults(String text, String... sets) {
        try {
            load(text, sets);
        } catch (InvalidConfigException e) {
            return shown(e.problems());
        }
        return List.of();
    }

    List<String> shown(List<Problem> problems) {
        return problems.stream()
                .map(problem -> problem.toString().replace(directory + "/", ""))
                .toList();
    }

    /** A complete file with more lines in the {@code millrace} block; the first of them is line 7. */
    static String goodWith(String lines) {
        return GOOD.substring(0, GOOD.lastIndexOf('}')) + lines + "\n}\n";
    }
}

package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file of {@code conf/} can be used as it is. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("conf");

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".conf"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void loadsWithoutAWord(Path file, @TempDir Path directory) {
        LoadedConfig loaded = new Loading(directory).load(file);

        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.config().source().topics()).isNotEmpty();
    }

    @Test
    void thereAreExamples() throws IOException {
        assertThat(files()).hasSizeGreaterThanOrEqualTo(3);
    }
}

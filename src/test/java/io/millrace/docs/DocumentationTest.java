package io.millrace.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.millrace.api.Default;
import io.millrace.cli.ExitCodes;
import io.millrace.config.ConfigLoader;
import io.millrace.config.ConfigSources;
import io.millrace.config.InvalidConfigException;
import io.millrace.config.LoadedConfig;
import io.millrace.delivery.Promise;
import io.millrace.docs.Documents.Block;
import io.millrace.docs.Documents.Document;
import io.millrace.handler.HandlerTypes;
import io.millrace.metrics.MetricNames;
import io.millrace.supervisor.ProjectLeaves;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation says of the code is true, as far as that can be told without a broker. */
class DocumentationTest {
    private static final Path ROOT = Path.of(System.getProperty("test.target", "target"))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private static final int FIRST_SCREEN = 40;
    private static final ClassLoader LOADER = DocumentationTest.class.getClassLoader();

    static List<Document> documents() {
        return Documents.all(ROOT);
    }

    static Stream<Block> configurations() {
        return documents().stream()
                .flatMap(document -> document.blocks().stream())
                .filter(block -> block.language().equals("hocon"));
    }

    private static LoadedConfig load(Path folder, Block block) throws IOException {
        Path file = Files.writeString(folder.resolve("block.conf"), block.text());
        ConfigSources sources = new ConfigSources(Optional.of(file), List.of(), Map.of(), new Properties());
        return ConfigLoader.load(sources, new ProjectLeaves(LOADER));
    }

    @Test
    void eachPageIsTested() {
        assertThat(documents().stream().map(Document::name).skip(1))
                .containsExactlyInAnyOrderElementsOf(Documents.pagesThatAreThere(ROOT));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void noBlockEscapesForItsLanguageOrForAMisspeltMark(Document document) {
        assertThat(document.blocks()).allSatisfy(block -> {
            assertThat(block.language()).as(block.place()).isIn("sh", "text", "hocon", "java", "xml", "csv");
            assertThat(Documents.MARKS)
                    .as(block.place())
                    .containsAll(block.marks().keySet());
        });
        long comments =
                document.text().lines().filter(line -> line.startsWith("<!--")).count();
        assertThat(document.blocks().stream()
                        .mapToInt(block -> block.marks().size())
                        .sum())
                .as("comments that are marks")
                .isEqualTo((int) comments);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadSomewhere(Document document) {
        assertThat(document.links()).allSatisfy(link -> {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty()
                    ? document.file()
                    : document.file().resolveSibling(parts[0]).normalize();
            assertThat(target).exists();
            if (parts.length > 1) {
                Document other = new Document(target, Files.readString(target));
                assertThat(other.anchors()).contains(parts[1]);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void configurationsCanBeUsed(Block block, @TempDir Path folder) throws IOException {
        if (block.has("an error")) {
            assertThatThrownBy(() -> load(folder, block)).isInstanceOf(InvalidConfigException.class);
        } else if (block.has("needs")) {
            assertThatThrownBy(() -> load(folder, block))
                    .isInstanceOfSatisfying(
                            InvalidConfigException.class,
                            e -> assertThat(e.problems())
                                    .allSatisfy(problem -> assertThat(problem.toString())
                                            .contains(block.mark("needs").orElseThrow())));
        } else {
            assertThat(load(folder, block).warnings()).isEmpty();
        }
    }

    @Test
    void eachKeyIsListedWithItsDefault() {
        Map<String, ConfigValue> listed = new TreeMap<>();
        Set<String> required = new TreeSet<>();
        for (List<String> row : Documents.page(ROOT, "configuration.md").rows()) {
            Optional<String> key = Documents.code(row.get(0));
            if (row.size() != 3 || key.isEmpty()) {
                continue;
            }
            if (row.get(1).equals("required")) {
                required.add(key.get());
            } else {
                listed.put(key.get(), hocon(Documents.code(row.get(1)).orElseThrow()));
            }
        }
        Map<String, ConfigValue> known = new TreeMap<>();
        collect("", ConfigFactory.parseResources(LOADER, "reference.conf").getObject("millrace"), known);

        assertThat(listed).isEqualTo(known);
        assertThat(required).containsExactlyInAnyOrder("kafka.bootstrap.servers", "kafka.group.id", "source.topics");
    }

    private static void collect(String prefix, ConfigObject block, Map<String, ConfigValue> into) {
        block.forEach((name, value) -> {
            if (value instanceof ConfigObject nested && !nested.isEmpty()) {
                collect(prefix + name + ".", nested, into);
            } else {
                into.put(prefix + name, value);
            }
        });
    }

    private static ConfigValue hocon(String text) {
        return ConfigFactory.parseString("v = " + text).root().get("v");
    }

    @Test
    void eachSettingOfTheHandlersIsListedWithItsDefault() {
        Set<String> listed = new TreeSet<>();
        for (List<String> row : Documents.page(ROOT, "handlers.md").rows()) {
            if (row.size() == 4 && Documents.code(row.get(0)).isPresent()) {
                listed.add(Documents.code(row.get(0)).get() + "."
                        + Documents.code(row.get(1)).orElseThrow() + " = "
                        + Documents.code(row.get(2)).orElseThrow());
            }
        }
        Set<String> known = new TreeSet<>();
        for (String type : HandlerTypes.names(LOADER)) {
            Class<? extends Record> settings =
                    HandlerTypes.settingsOf(HandlerTypes.find(type, LOADER)).orElseThrow();
            Stream.of(settings.getRecordComponents())
                    .forEach(component -> known.add(type + "." + hyphened(component.getName()) + " = "
                            + component.getAnnotation(Default.class).value()));
        }

        assertThat(listed).isEqualTo(known);
    }

    private static String hyphened(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    @Test
    void eachExitCodeIsExplained() throws IllegalAccessException {
        Set<String> codes = new TreeSet<>(Set.of("130", "143"));
        for (Field field : ExitCodes.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == int.class) {
                codes.add(Integer.toString(field.getInt(null)));
            }
        }

        assertThat(firstCells("operations.md").stream().filter(cell -> cell.matches("\\d+")))
                .containsExactlyInAnyOrderElementsOf(codes);
    }

    @Test
    void eachMetricIsExplained() throws IllegalAccessException {
        for (Field field : MetricNames.class.getFields()) {
            assertThat(firstCells("operations.md")).contains("`" + field.get(null) + "`");
        }
    }

    private static List<String> firstCells(String page) {
        return Documents.page(ROOT, page).rows().stream().map(row -> row.get(0)).toList();
    }

    @Test
    void readmeSaysOnItsFirstScreenWhatACrashRepeats(@TempDir Path folder) throws IOException {
        Document readme = documents().get(0);
        Block block = readme.blocks().stream()
                .filter(one -> one.language().equals("hocon"))
                .findFirst()
                .orElseThrow();
        long repeated =
                Promise.of(load(folder, block).config(), 2).repeatedAtMost().orElseThrow();

        List<String> shown = readme.text()
                .lines()
                .filter(line -> !line.startsWith("<!--") && !line.startsWith("```"))
                .limit(FIRST_SCREEN)
                .toList();

        assertThat(String.join("\n", shown))
                .contains("scripts/demo")
                .contains("scripts/test")
                .contains(String.format(Locale.ROOT, "at most %,d records", repeated));
    }
}

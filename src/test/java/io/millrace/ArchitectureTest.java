package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.millrace.worker.Worker;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What may know what. Imports point down only; whoever needs another direction has found a design question. */
class ArchitectureTest {
    private static final String ROOT = "io.millrace";
    private static final int MAX_LINES = 400;
    private static final int MAX_FIELDS = 16;

    /** From the bottom to the top; a package may know those of lower rows only. {@code ""} is the root package. */
    private static final List<Set<String>> LAYERS = List.of(
            Set.of("api", "offsets", "metrics"),
            Set.of("config", "process"),
            Set.of("worker"),
            Set.of("delivery", "failure", "handler", "decode"),
            Set.of("supervisor", ""),
            Set.of("broker"),
            Set.of("cli"),
            Set.of("demo"));

    /** In one row packages do not know each other, but the root is the supervisor's entrance. */
    private static final Map<String, Set<String>> ASIDE = Map.of("", Set.of("supervisor"));

    private static final String[] ENGINE = {
        "api",
        "offsets",
        "metrics",
        "config",
        "process",
        "worker",
        "delivery",
        "failure",
        "handler",
        "decode",
        "supervisor"
    };

    private static JavaClasses classes;

    @BeforeAll
    static void importMainClasses() throws URISyntaxException {
        Path main = Path.of(
                Worker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        // What the libraries are made of does not matter here, and costs seconds to look up.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        classes = new ClassFileImporter().importPath(main);
        assertThat(classes.contain(Worker.class)).isTrue();
        assertThat(classes.contain(ArchitectureTest.class)).isFalse();
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
    }

    private static Map<String, Integer> ranks() {
        Map<String, Integer> ranks = new HashMap<>();
        for (int layer = 0; layer < LAYERS.size(); layer++) {
            int rank = layer;
            LAYERS.get(layer).forEach(room -> ranks.put(room, rank));
        }
        return ranks;
    }

    private static Stream<Dependency> dependencies() {
        return classes.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency ->
                        dependency.getTargetClass().getPackageName().startsWith(ROOT))
                .filter(dependency -> !dependency
                        .getTargetClass()
                        .getPackageName()
                        .equals(dependency.getOriginClass().getPackageName()));
    }

    @Test
    void everyPackageHasItsPlace() {
        Set<String> rooms = classes.stream().map(ArchitectureTest::room).collect(Collectors.toCollection(TreeSet::new));
        assertThat(ranks().keySet()).containsAll(rooms);
    }

    @Test
    void importsPointDownOnly() {
        Map<String, Integer> ranks = ranks();
        List<String> wrong = dependencies()
                .filter(dependency ->
                        !isDown(ranks, room(dependency.getOriginClass()), room(dependency.getTargetClass())))
                .map(Dependency::getDescription)
                .toList();
        assertThat(wrong).isEmpty();
    }

    private static boolean isDown(Map<String, Integer> ranks, String from, String to) {
        return ranks.get(to) < ranks.get(from)
                || ASIDE.getOrDefault(from, Set.of()).contains(to);
    }

    @Test
    void packagesFormNoCycle() {
        SlicesRuleDefinition.slices()
                .matching(ROOT + ".(*)..")
                .should()
                .beFreeOfCycles()
                .check(classes);
    }

    /**
     * Of the leaves only the promise of a strategy reads the configuration: the supervisor gives them the rest. How a
     * message finds the nearest name is no configuration.
     */
    @Test
    void leavesDoNotReadTheConfiguration() {
        List<String> wrong = dependencies()
                .filter(dependency -> LAYERS.get(3).contains(room(dependency.getOriginClass())))
                .filter(dependency -> room(dependency.getTargetClass()).equals("config"))
                .filter(dependency -> !named(ROOT + ".config.Nearest").test(dependency.getTargetClass()))
                .filter(dependency -> !named(ROOT + ".delivery.Promise").test(dependency.getOriginClass()))
                .map(Dependency::getDescription)
                .toList();
        assertThat(wrong).isEmpty();
    }

    private static String[] rooms(String... names) {
        return Stream.of(names).map(name -> ROOT + "." + name + "..").toArray(String[]::new);
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(false).check(classes);
    }

    @Test
    void onlyTheConfigurationAndTheEntranceKnowTypesafeConfig() {
        check(ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".config..")
                .and(DescribedPredicate.not(named(ROOT + ".Millrace")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.typesafe.config.."));
    }

    private static DescribedPredicate<JavaClass> named(String name) {
        return DescribedPredicate.describe(
                name, type -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
    }

    @Test
    void theEngineNeverSeesTheBroker() {
        check(ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage(rooms(ENGINE))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "kafka..",
                        "org.apache.kafka.server..",
                        "org.apache.kafka.metadata..",
                        "org.apache.kafka.raft..",
                        "org.apache.kafka.storage..",
                        "org.apache.kafka.coordinator..",
                        "scala..",
                        ROOT + ".broker.."));
    }

    @Test
    void onlyCommandsKnowPicocli() {
        check(ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages(rooms("cli", "demo"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli.."));
    }

    @Test
    void onlyTheOutermostKnowLogback() {
        check(ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages(rooms("cli", "broker"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("ch.qos.logback.."));
    }

    @Test
    void nobodyUsesTheJdksOwnLogging() {
        check(ArchRuleDefinition.noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging.."));
    }

    /** The broker's process answers its parent on its own standard output. */
    @Test
    void onlyTheCommandLineWritesToTheStandardStreams() {
        check(ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cli..")
                .and(DescribedPredicate.not(named(ROOT + ".broker.BrokerMain")))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err"));
    }

    @Test
    void nobodySleeps() {
        check(ArchRuleDefinition.noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class));
    }

    @Test
    void noClassHasMoreThanAHandfulOfFields() {
        Map<String, Integer> wide = new HashMap<>();
        for (JavaClass type : classes) {
            int fields = (int) type.getFields().stream()
                    .filter(ArchitectureTest::isOfTheInstance)
                    .count();
            if (fields > MAX_FIELDS) {
                wide.put(type.getName(), fields);
            }
        }
        assertThat(wide).isEmpty();
    }

    private static boolean isOfTheInstance(JavaField field) {
        return !field.getModifiers().contains(JavaModifier.STATIC)
                && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    @Test
    void noFileIsTooLong() throws IOException {
        Path sources = Stream.of(Path.of("main", "java"), Path.of("src", "main", "java"))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
        Map<String, Long> lengthy = new HashMap<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                long lines = Files.readString(file).lines().count();
                if (lines > MAX_LINES) {
                    lengthy.put(sources.relativize(file).toString(), lines);
                }
            }
        }
        assertThat(lengthy).isEmpty();
    }
}

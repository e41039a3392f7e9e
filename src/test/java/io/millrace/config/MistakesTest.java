package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What people get wrong, and what they are told. */
class MistakesTest {
    @TempDir
    Path directory;

    private Loading loading;

    @BeforeEach
    void prepare() {
        loading = new Loading(directory);
    }

    @Test
    void fiveMistakesInOneFileAreFoundInOnePass() {
        String text = """
            millrace {
              kafka {
                bootstrap.servers = host:9092,host2:9092
                group.id = G
                auto.offset.reset = latest
              }
              source {
                topics = [a]
                poll-timeout = 10
              }
              workers { cuont = 4 }
              delivery.spacing = 5ms
            }
            """;

        assertThat(loading.faults(text)).containsExactly("""
            error[C01] app.conf:3:5 a value with one of : , + * ? ! @ & [ ] and their like must stand in double quotes
              fix: bootstrap.servers = "host:9092,host2:9092\"\
            """, """
            error[C08] app.conf:5:5 millrace.kafka.auto.offset.reset is set by the engine
              fix: set millrace.source.start.otherwise\
            """, """
            error[C04] app.conf:9:5 millrace.source.poll-timeout = 10 has no unit
              fix: poll-timeout = 10ms, or 10s\
            """, """
            error[C02] app.conf:11:13 unknown key millrace.workers.cuont
              did you mean count?\
            """, """
            error[C02] app.conf:12:3 unknown key millrace.delivery.spacing
              did you mean millrace.delivery.commit.spacing?\
            """);
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                arguments("nmae = x", "error[C02] app.conf:7:1 unknown key millrace.nmae\n  did you mean name?"),
                arguments(
                        "startTimeout = 5s",
                        "error[C02] app.conf:7:1 unknown key millrace.startTimeout\n  did you mean start-timeout?"),
                arguments(
                        "xyzzy = 1",
                        "error[C02] app.conf:7:1 unknown key millrace.xyzzy\n"
                                + "  fix: remove it; millrace has name, instance, start-timeout, kafka, source, workers,"
                                + " delivery, handler, shutdown, metrics, log"),
                arguments(
                        "workers.count = 0",
                        "error[C05] app.conf:7:1 millrace.workers.count: \"0\" is no number of"
                                + " workers\n  fix: write auto or a number from 1 to 1024"),
                arguments(
                        "name = [a]",
                        "error[C04] app.conf:7:1 millrace.name must be a text, found a list\n"
                                + "  fix: name = \"some text\""),
                arguments("name = null", "error[C04] app.conf:7:1 millrace.name must not be null\n  fix: name = \"…\""),
                arguments(
                        "name = \" \"",
                        "error[C05] app.conf:7:1 millrace.name must not be blank\n" + "  fix: name = millrace"),
                arguments(
                        "shutdown = 5s",
                        "error[C04] app.conf:7:1 millrace.shutdown must be a block, found a text\n"
                                + "  fix: shutdown { … }"),
                arguments(
                        "metrics.jmx = maybe",
                        "error[C04] app.conf:7:1 millrace.metrics.jmx must be true or false, but"
                                + " \"maybe\" is none\n  fix: metrics.jmx = true".replace("metrics.jmx =", "jmx =")),
                arguments(
                        "delivery.commit.max-unacknowledged = many",
                        "error[C04] app.conf:7:1 millrace.delivery.commit.max-unacknowledged must be a whole number,"
                                + " but \"many\" is none\n"
                                + "  fix: max-unacknowledged = 100"),
                arguments(
                        "delivery.commit.max-unacknowledged = 0",
                        "error[C05] app.conf:7:1"
                                + " millrace.delivery.commit.max-unacknowledged must be from 1 to 2147483647, found 0\n"
                                + "  fix: max-unacknowledged = 1"),
                arguments(
                        "source.poll-timeout = 2m",
                        "error[C05] app.conf:7:1 millrace.source.poll-timeout must be from"
                                + " 1ms to 1m, found 2m\n  fix: poll-timeout = 1m"),
                arguments(
                        "source.poll-timeout = soon",
                        "error[C04] app.conf:7:1 millrace.source.poll-timeout must be a"
                                + " duration, but \"soon\" is none\n  fix: poll-timeout = 10s"),
                arguments(
                        "start-timeout = -5s",
                        "error[C05] app.conf:7:1 millrace.start-timeout must not be negative\n"
                                + "  fix: start-timeout = 10s"),
                arguments(
                        "delivery.commit.how = asynch",
                        "error[C05] app.conf:7:1 millrace.delivery.commit.how must be one of async, sync, found"
                                + " \"asynch\"\n  did you mean async, sync?"),
                arguments(
                        "log.level = loud",
                        "error[C05] app.conf:7:1 millrace.log.level must be one of TRACE, DEBUG,"
                                + " INFO, WARN, ERROR, OFF, found \"loud\"\n  fix: write one of these words"),
                arguments(
                        "source.start.otherwise = \"within:6h\"",
                        "error[C05] app.conf:7:1 millrace.source.start.otherwise: \"within:6h\" holds no ISO-8601"
                                + " duration\n  fix: write within:PT6H for six hours"),
                arguments(
                        "source.key = strng",
                        "error[C19] app.conf:7:1 millrace.source.key: there is no format"
                                + " \"strng\"\n  did you mean string?"),
                arguments(
                        "handler.type = cuont",
                        "error[C19] app.conf:7:1 there is no handler \"cuont\"\n  did you mean count?"),
                arguments(
                        "handler.type = java.lang.String",
                        "error[C19] app.conf:7:1 millrace.handler.type: java.lang.String is no RecordHandler\n"
                                + "  fix: use count or print, or the name of a class on the class path"),
                arguments(
                        "handler { type = count, evry = 5s }",
                        "error[C02] app.conf:7:25 unknown key" + " millrace.handler.evry\n  did you mean every?"),
                arguments(
                        "handler { type = count, every = 5 }",
                        "error[C04] app.conf:7:25 millrace.handler.every = 5 has"
                                + " no unit\n  fix: every = 5ms, or 5s"),
                arguments(
                        "handler { type = count, top = 0 }",
                        "error[C05] app.conf:7:25 millrace.handler.top must be at"
                                + " least 1, found 0\n  fix: top = 1"),
                arguments(
                        "handler { by = nonsense }",
                        "error[C05] app.conf:7:11 millrace.handler.by: \"nonsense\" is no"
                                + " field\n  fix: by = value"));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void tellsWhatIsWrongWithALine(String line, String report) {
        assertThat(loading.faults(Loading.goodWith(line))).containsExactly(report);
    }

    static Stream<Arguments> combinations() {
        return Stream.of(
                arguments(
                        "delivery.revoke-timeout = 5m",
                        "error[C11] app.conf:7:1 millrace.delivery.revoke-timeout (5m)"
                                + " must be less than max.poll.interval.ms (5m)\n  fix: revoke-timeout = 150s"),
                arguments(
                        "kafka.max.poll.interval.ms = 10s",
                        "error[C11] app.conf:7:1 millrace.delivery.revoke-timeout"
                                + " (20s) must be less than max.poll.interval.ms (10s)\n  fix: revoke-timeout = 5s"),
                arguments(
                        "shutdown { drain = 0ms, close = 0ms }",
                        "error[C11] app.conf:7:25 millrace.shutdown: drain and"
                                + " close must not both be 0\n  fix: shutdown { drain = 20s, close = 5s }"),
                arguments(
                        "source.topics = []",
                        "error[C05] app.conf:7:1 millrace.source.topics names no topic\n"
                                + "  fix: topics = [first, second]"),
                arguments(
                        "source.topics = [a, b, a]",
                        "error[C05] app.conf:7:1 millrace.source.topics names \"a\"" + " twice\n  fix: name it once"),
                arguments(
                        "source.topics = [a b]",
                        "error[C05] app.conf:7:1 millrace.source.topics: \"a b\" is no topic name\n"
                                + "  fix: put commas between the names: [a, b]"),
                arguments(
                        "source.topics = [__consumer_offsets]",
                        "error[C05] app.conf:7:1 millrace.source.topics: \"__consumer_offsets\" is internal to Kafka"
                                + " and must not be read\n"
                                + "  fix: remove it"));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void tellsWhatDoesNotGoTogether(String line, String report) {
        assertThat(loading.faults(Loading.goodWith(line)))
                .contains(report)
                .filteredOn(text -> text.startsWith("error"))
                .hasSize(1);
    }

    @Test
    void whatIsMissingIsPlacedAtItsBlock() {
        assertThat(loading.faults("# empty\nmillrace {\n  kafka {\n  }\n  source {}\n}\n"))
                .containsExactly("""
                    error[C03] app.conf:3:3 millrace.kafka.bootstrap.servers is missing
                      fix: bootstrap.servers = "localhost:9092\"\
                    """, """
                    error[C03] app.conf:3:3 millrace.kafka.group.id is missing
                      fix: group.id = my-group\
                    """, """
                    error[C03] app.conf:5:3 millrace.source.topics is missing
                      fix: topics = [first, second]\
                    """);
    }

    @Test
    void whatIsMissingInAnEmptyFileIsPlacedAtTheFile() {
        assertThat(loading.faults("")).hasSize(3).allMatch(text -> text.startsWith("error[C03] app.conf:1 "));
    }

    @Test
    void aBlockOutsideMillraceIsTold() {
        assertThat(loading.faults(Loading.GOOD + "workers { count = 3 }\n")).containsExactly("""
            error[C20] app.conf:8:1 workers stands outside the millrace block
              fix: millrace { workers { … } }\
            """);
        assertThat(loading.faults("milrace {}"))
                .contains("error[C02] app.conf:1:1 unknown block milrace\n  did you mean millrace?");
    }

    @Test
    void everySubstitutionWithoutValueIsTold() {
        assertThat(loading.faults(Loading.goodWith("name = ${NAME_A}${NAME_B}\ninstance = ${NAME_C}")))
                .containsExactly("""
                    error[C07] app.conf:7:1 ${NAME_A} has no value: no environment variable and no setting is called so
                      fix: set NAME_A, or write ${?NAME_A} where it may be missing\
                    """, """
                    error[C07] app.conf:7:1 ${NAME_B} has no value: no environment variable and no setting is called so
                      fix: set NAME_B, or write ${?NAME_B} where it may be missing\
                    """, """
                    error[C07] app.conf:8:1 ${NAME_C} has no value: no environment variable and no setting is called so
                      fix: set NAME_C, or write ${?NAME_C} where it may be missing\
                    """);
    }

    @Test
    void anUnresolvedListOrBlockIsTold() {
        assertThat(loading.faults(Loading.goodWith("source.topics = [a, ${TOPIC}]\nshutdown = ${BASE} { drain = 1s }")))
                .hasSize(2)
                .anyMatch(text -> text.startsWith("error[C07] app.conf:7:1 ${TOPIC} has no value"))
                .anyMatch(text -> text.startsWith("error[C07] app.conf:8:1 ${BASE} has no value"));
    }

    @Test
    void aCircleIsTold() {
        assertThat(loading.faults("a = ${b}\nb = ${a}\n" + Loading.goodWith("name = ${a}")))
                .isNotEmpty()
                .allMatch(text -> text.startsWith("error[C07] app.conf:"));
    }

    @Test
    void whatTheLibraryTakesSilentlyIsWarnedOf() {
        LoadedConfig loaded = loading.environment(Map.of("HOST", "h"))
                .load(Loading.goodWith("name = a\ninclude \"absent.conf\"\nname = \"${HOST}\""));

        assertThat(loading.shown(loaded.warnings())).containsExactly("""
            warning[C14] app.conf:8:1 the included file absent.conf does not exist
              fix: create it, or remove this include\
            """, """
            warning[C16] app.conf:9:1 millrace.name holds ${ in quotes, where nothing is put in its place
              fix: leave ${…} outside the quotes: ${HOST}":9092\"\
            """, """
            warning[C17] app.conf:9:1 millrace.name is written twice, also in line 7; the last one counts
              fix: remove one of them\
            """);
    }

    @Test
    void onlyFilesAreIncluded() {
        assertThat(loading.faults(Loading.goodWith("include url(\"http://localhost:1/x.conf\")\n"
                        + "include classpath(\"reference.conf\")\ninclude required(\"absent.conf\")")))
                .containsExactly("""
                    error[C14] app.conf:7:1 only files can be included
                      fix: include file("…")\
                    """, """
                    error[C14] app.conf:8:1 only files can be included
                      fix: include file("…")\
                    """, """
                    error[C14] app.conf:9:1 the included file absent.conf does not exist
                      fix: create it, or remove this include\
                    """);
    }

    @Test
    void faultsOfAnIncludedFileArePlacedThere() {
        loading.write("part.conf", "\nworkers { cont = 1 }\nbootstrap = a:b\n");
        loading.write("self.conf", "include \"self.conf\"\n");

        assertThat(loading.faults(Loading.goodWith("include \"part\"\ninclude \"self.conf\"")))
                .hasSize(4)
                .anyMatch(text -> text.startsWith("error[C02] part.conf:2:11 unknown key millrace.workers.cont"))
                .anyMatch(text -> text.startsWith("error[C01] part.conf:3:1"))
                .anyMatch(text -> text.startsWith("error[C02] part.conf:3:1 unknown key millrace.bootstrap"))
                .anyMatch(text -> text.startsWith("error[C14] self.conf:1:1"));
    }

    @Test
    void aFileThatCannotBeReadIsOneFault() {
        Path absent = directory.resolve("absent.conf");
        assertThat(failure(absent))
                .containsExactly(
                        "error[C09] absent.conf the configuration file does not exist\n  fix: check its name and the right to read it");
        assertThat(failure(directory)).singleElement().asString().contains("is a directory, not a file");
    }

    private List<String> failure(Path file) {
        try {
            loading.load(file);
            return List.of();
        } catch (InvalidConfigException e) {
            return loading.shown(e.problems());
        }
    }

    @Test
    void setsThatAreNoSettingsAreTold() {
        assertThat(loading.faults(Loading.GOOD, "kafka.sasl.password:CANARY", "a..b=1", "wrkers.count=1", "name.a=1"))
                .hasSize(4)
                .noneMatch(text -> text.contains("CANARY"))
                .anyMatch(text -> text.startsWith("error[C18] -s kafka.sasl.password this --set has no KEY=VALUE"))
                .anyMatch(text -> text.startsWith("error[C18] -s a..b the key is no path"))
                .anyMatch(text -> text.startsWith("error[C02] -s wrkers.count unknown key millrace.wrkers"))
                .anyMatch(text -> text.startsWith("error[C04] -s name.a millrace.name must be a text, found a block"));
    }
}

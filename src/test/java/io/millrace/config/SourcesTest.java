package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
    @TempDir
    Path directory;

    private Loading loading;

    @BeforeEach
    void prepare() {
        loading = new Loading(directory);
    }

    @Test
    void laterSourcesWin() {
        String file = Loading.goodWith("name = file");
        assertThat(loading.load(Loading.GOOD).config().name()).isEqualTo("millrace");
        assertThat(loading.load(file).config().name()).isEqualTo("file");
        loading.environment(Map.of("MILLRACE_NAME", "environment"));
        assertThat(loading.load(file).config().name()).isEqualTo("environment");
        loading.system("millrace.name", "system");
        assertThat(loading.load(file).config().name()).isEqualTo("system");
        LoadedConfig last = loading.load(file, "name=set");
        assertThat(last.config().name()).isEqualTo("set");
        assertThat(last.values())
                .filteredOn(value -> value.path().equals("millrace.name"))
                .singleElement()
                .satisfies(value -> {
                    assertThat(value.origin()).isEqualTo("-s name");
                    assertThat(value.overridden().get(0)).endsWith("app.conf:7");
                    assertThat(value.overridden()).endsWith("environment MILLRACE_NAME", "-Dmillrace.name");
                });
    }

    @Test
    void allIsSetWithoutAFile() {
        Map<String, String> environment = Map.of(
                "MILLRACE_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092",
                "MILLRACE_KAFKA_CONSUMER_MAX_POLL_RECORDS", "7",
                "MILLRACE_SOURCE_POLL__TIMEOUT", "2s");
        LoadedConfig loaded = ConfigLoader.load(new ConfigSources(
                Optional.empty(),
                List.of("kafka.group.id = G", "source.topics=[a, b]", "source.start.otherwise=within:PT1H"),
                environment,
                new Properties()));

        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.config().kafka().bootstrapServers()).isEqualTo("localhost:9092");
        assertThat(loaded.config().kafka().groupId()).isEqualTo("G");
        assertThat(loaded.config().kafka().consumer()).containsEntry("max.poll.records", "7");
        assertThat(loaded.config().source().topics()).containsExactly("a", "b");
        assertThat(loaded.config().source().pollTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(loaded.config().source().start().otherwise()).hasToString("within:PT1H");
    }

    @Test
    void faultsOfOtherSourcesAreNamedByThem() {
        loading.environment(Map.of("MILLRACE_WORKERS_COUNT", "none", "MILLRACE_KAFKA_AUTO_OFFSET_RESET", "latest"))
                .system("millrace.log.level", "loud");

        assertThat(loading.faults(Loading.GOOD, "source.topics=x"))
                .hasSize(4)
                .anyMatch(text -> text.startsWith("error[C04] -s source.topics millrace.source.topics must be a list"))
                .anyMatch(text -> text.startsWith("error[C05] -Dmillrace.log.level millrace.log.level must be"))
                .anyMatch(text -> text.startsWith("error[C05] environment MILLRACE_WORKERS_COUNT"))
                .anyMatch(text -> text.startsWith("error[C08] environment MILLRACE_KAFKA_AUTO_OFFSET_RESET"));
    }

    @Test
    void unknownVariablesOnlyWarn() {
        loading.environment(Map.of(
                "MILLRACE_WORKERS_CUONT", "3",
                "MILLRACE_NAME_SUFFIX", "x",
                "MILLRACE_HANDLER_BYY", "key",
                "MILLRACE_HOME", "/opt",
                "MILLRACE_JVM_OPTS", "-Xmx1g"));

        assertThat(loading.shown(loading.load(Loading.GOOD).warnings()))
                .containsExactly(
                        "warning[C15] environment MILLRACE_HANDLER_BYY the variable names no setting:"
                                + " millrace.handler.byy\n"
                                + "  did you mean by?",
                        "warning[C15] environment MILLRACE_NAME_SUFFIX the variable names no setting:"
                                + " millrace.name.suffix",
                        "warning[C15] environment MILLRACE_WORKERS_CUONT the variable names no setting:"
                                + " millrace.workers.cuont\n  did you mean millrace.workers.count?");
    }

    @Test
    void aVariableForWhatIsNotBuiltIsRefused() {
        assertThat(loading.environment(Map.of("MILLRACE_ERRORS_THEN", "skip")).faults(Loading.GOOD))
                .singleElement()
                .asString()
                .startsWith("error[C06] environment MILLRACE_ERRORS_THEN millrace.errors.then is not available yet");
    }

    @Test
    void variablesOfKubernetesServicesAreIgnored() {
        loading.environment(Map.of(
                "MILLRACE_SERVICE_HOST", "10.0.0.1",
                "MILLRACE_SERVICE_PORT", "80",
                "MILLRACE_SERVICE_PORT_HTTP", "80",
                "MILLRACE_PORT", "tcp://10.0.0.1:80",
                "MILLRACE_PORT_80_TCP", "tcp://10.0.0.1:80",
                "MILLRACE_PORT_80_TCP_ADDR", "10.0.0.1",
                "MILLRACE_KAFKA_SERVICE_HOST", "10.0.0.2",
                "MILLRACE_KAFKA_PORT", "tcp://10.0.0.2:9092",
                "MILLRACE_ADMIN_PORT_8085_TCP_PROTO", "tcp"));

        LoadedConfig loaded = loading.load(Loading.GOOD);
        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.config().kafka().consumer()).containsOnlyKeys("bootstrap.servers", "group.id");
    }

    @Test
    void substitutionsSeeVariablesAndOtherSettings() {
        loading.environment(Map.of("HOST", "h"));
        LoadedConfig loaded = loading.load("""
            stem = s
            millrace {
              kafka { bootstrap.servers = ${HOST}":9092", group.id = ${stem}-${millrace.name} }
              source.topics = [${stem}]
              source.topics += ${?ABSENT}
              source.topics += b
            }
            """, "name=n", "instance=${HOST}-${stem}");

        assertThat(loaded.config().kafka().bootstrapServers()).isEqualTo("h:9092");
        assertThat(loaded.config().kafka().groupId()).isEqualTo("s-n");
        assertThat(loaded.config().source().topics()).containsExactly("s", "b");
        assertThat(loaded.config().instance()).contains("h-s");
    }

    @Test
    void textsThatAreNoHoconAreTakenAsTheyAre() {
        loading.environment(Map.of("MILLRACE_NAME", "a, b = \"c\" # ${d}", "MILLRACE_INSTANCE", "null"));
        LoadedConfig loaded = loading.load(Loading.GOOD, "kafka.ssl.key.password=[{x", "kafka.client.rack=\"q\"");

        assertThat(loaded.config().name()).isEqualTo("a, b = \"c\" # ${d}");
        assertThat(loaded.config().instance()).isEmpty();
        assertThat(loaded.config().kafka().consumer())
                .containsEntry("ssl.key.password", "[{x")
                .containsEntry("client.rack", "q");
    }

    @Test
    void aConfigOfAProgramIsLoadedOverTheDefaults() {
        LoadedConfig loaded = ConfigLoader.load(ConfigFactory.parseString(Loading.goodWith("name = program")));
        assertThat(loaded.config().name()).isEqualTo("program");
        assertThat(loaded.config().workers().count()).hasToString("auto");

        LoadedConfig whole = ConfigLoader.load(
                ConfigFactory.load(ConfigFactory.parseString(Loading.goodWith("delivery.commit.how = sync"))));
        assertThat(whole.config().delivery().commit().effectiveHow()).isEqualTo(CommitConfig.How.SYNC);
    }

    @Test
    void aConfigOfAProgramIsJudgedToo() {
        try {
            ConfigLoader.load(ConfigFactory.parseString("x = ${absent}, millrace { nmae = 1 }"));
        } catch (InvalidConfigException e) {
            assertThat(e.problems())
                    .hasSize(4)
                    .anyMatch(
                            problem -> problem.toString().startsWith("error[C02] String:1 unknown key millrace.nmae"));
            return;
        }
        throw new AssertionError("no exception");
    }
}

package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {
    @TempDir
    Path directory;

    private Loading loading;

    @BeforeEach
    void prepare() {
        loading = new Loading(directory);
    }

    private KafkaConfig kafka(String lines, String... sets) {
        return loading.load(Loading.goodWith("kafka {\n" + lines + "\n}"), sets)
                .config()
                .kafka();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fetch.min.bytes = 7",
                "\"fetch.min.bytes\" = 7",
                "fetch { min { bytes = 7 } }",
                "fetch.\"min.bytes\" = 7",
                "consumer.fetch.min.bytes = 7",
                "fetch.min.bytes = 9, consumer { fetch.min { bytes = 7 } }",
                "fetch.min.bytes = 7B"
            })
    void keysAreWrittenAsOneLikes(String line) {
        assertThat(kafka(line).consumer()).containsEntry("fetch.min.bytes", "7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max.poll.interval.ms = 5m | max.poll.interval.ms | 300000",
                "max.poll.interval.ms = 60000 | max.poll.interval.ms | 60000",
                "fetch.max.bytes = 10MiB | fetch.max.bytes | 10485760",
                "metric.reporters = [] | metric.reporters | ''",
                "interceptor.classes = [a.B, c.D] | interceptor.classes | a.B,c.D",
                "check.crcs = false | check.crcs | false",
                "check.crcs = off | check.crcs | off",
                "client.rack = 010 | client.rack | 010",
            })
    void valuesBecomeWhatTheClientTakes(String line, String key, String value) {
        if (value.equals("off")) {
            assertThat(loading.faults(Loading.goodWith("kafka." + line)))
                    .singleElement()
                    .asString()
                    .startsWith("error[C12] app.conf:7:1 millrace.kafka.check.crcs must be true or false, but \"off\"");
        } else {
            assertThat(kafka(line).consumer()).containsEntry(key, value);
        }
    }

    @Test
    void nullTakesASettingAway() {
        assertThat(kafka("client.rack = x, client.rack = null").consumer()).doesNotContainKey("client.rack");
        KafkaConfig kafka = kafka("security.protocol = SSL, consumer.security.protocol = null");
        assertThat(kafka.consumer()).doesNotContainKey("security.protocol");
        assertThat(kafka.admin()).containsEntry("security.protocol", "SSL");
        assertThat(kafka("client.rack = x", "kafka.client.rack=null").consumer())
                .doesNotContainKey("client.rack");
    }

    @Test
    void aCommonSettingGoesToTheKindsThatKnowIt() {
        KafkaConfig kafka = kafka("fetch.min.bytes = 7, linger.ms = 3, security.protocol = SSL, acme.key = x");

        assertThat(kafka.consumer())
                .containsOnlyKeys("bootstrap.servers", "group.id", "fetch.min.bytes", "security.protocol", "acme.key");
        assertThat(kafka.producer())
                .containsOnlyKeys("bootstrap.servers", "linger.ms", "security.protocol", "acme.key");
        assertThat(kafka.admin()).containsOnlyKeys("bootstrap.servers", "security.protocol", "acme.key");
    }

    @Test
    void theOnlyPairOfKafkaKeysThatCollideCanBothBeSet() {
        loading.environment(Map.of(
                "MILLRACE_KAFKA_SASL_OAUTHBEARER_SCOPE_CLAIM_NAME", "n", "MILLRACE_KAFKA_SASL_OAUTHBEARER_SCOPE", "s"));
        assertThat(kafka("").consumer())
                .containsEntry("sasl.oauthbearer.scope", "s")
                .containsEntry("sasl.oauthbearer.scope.claim.name", "n");
        assertThat(kafka("\"sasl.oauthbearer.scope\" = q").consumer())
                .containsEntry("sasl.oauthbearer.scope", "s")
                .containsEntry("sasl.oauthbearer.scope.claim.name", "n");
    }

    @Test
    void twoSpellingsOfOneKeyAreAFault() {
        assertThat(loading.faults(Loading.goodWith("kafka {\n\"fetch.min.bytes\" = 1\nfetch.min.bytes = 2\n}")))
                .anyMatch(text -> text.startsWith("error[C17] app.conf:")
                        && text.contains("millrace.kafka.fetch.min.bytes is written twice, also at app.conf:"));
    }

    @ParameterizedTest
    @CsvSource({
        "auto.offset.reset, millrace.source.start.otherwise",
        "enable.auto.commit, millrace.delivery.mode = auto",
        "auto.commit.interval.ms, millrace.delivery.commit.every",
        "key.deserializer, millrace.source.key",
        "value.deserializer, millrace.source.value",
        "config.providers, ${NAME}",
        "config.providers.file.class, ${NAME}",
        "allow.auto.create.topics, never creates a topic",
    })
    void whatIsTheEnginesIsRefusedEverywhere(String key, String instead) {
        for (String block : new String[] {"kafka", "kafka.consumer", "kafka.producer", "kafka.admin"}) {
            assertThat(loading.faults(Loading.goodWith(block + " { " + key + " = x }")))
                    .singleElement()
                    .asString()
                    .startsWith("error[C08] app.conf:7:")
                    .contains("millrace." + block + "." + key + " is set by the engine\n  fix: ")
                    .contains(instead);
        }
    }

    @Test
    void anUnknownKeyIsWarnedOfAndPassed() {
        LoadedConfig loaded =
                loading.load(Loading.goodWith("kafka.max.poll.record = 5\nkafka.producer.fetch.min.bytes = 5"));

        assertThat(loaded.config().kafka().consumer()).containsEntry("max.poll.record", "5");
        assertThat(loading.shown(loaded.warnings()))
                .containsExactly(
                        "warning[C13] app.conf:7:1 millrace.kafka.max.poll.record is no setting of Kafka's clients; it"
                                + " is passed on\n"
                                + "  did you mean max.poll.records?",
                        "warning[C13] app.conf:8:1 millrace.kafka.producer.fetch.min.bytes is no setting of Kafka's"
                                + " producer client; it is passed on");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max.poll.records = many | C12 | must be a whole number, but \"many\" is none",
                "max.poll.records = 0 | C12 | must not be \"0\": Value must be at least 1",
                "max.poll.interval.ms = soon | C12 | must be a number of milliseconds or a duration",
                "isolation.level = read_all | C12 | must not be \"read_all\": String must be one of",
                "group.protocol = modern | C12 | must not be \"modern\"",
                "security.protocol = NONE | C12 | must not be \"NONE\"",
                "bootstrap.servers = localhost | C05 | \"localhost\" is no host:port",
                "bootstrap.servers = [\"a:1\", b] | C05 | \"b\" is no host:port",
                "bootstrap.servers = \"\" | C12 | must not be \"\"",
                "group.id = \"\" | C05 | must not be empty",
                "interceptor.classes = [[a]] | C04 | must be a list of texts",
                "consumer = 5 | C04 | millrace.kafka.consumer must be a block, found a number",
            })
    void aValueThatTheClientWouldRefuseIsAFault(String line, String id, String text) {
        assertThat(loading.faults(Loading.goodWith("kafka {\n" + line + "\n}")))
                .anySatisfy(fault -> assertThat(fault)
                        .startsWith("error[" + id + "] app.conf:8:1 ")
                        .contains(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"session.timeout.ms", "heartbeat.interval.ms", "partition.assignment.strategy"})
    void theBrokerDecidesUnderTheConsumerProtocol(String key) {
        assertThat(loading.faults(Loading.goodWith("kafka {\ngroup.protocol = consumer\n" + key + " = 1000\n}")))
                .singleElement()
                .asString()
                .startsWith(
                        "error[C11] app.conf:9:1 millrace.kafka." + key + " does not go with group.protocol = consumer")
                .contains("the broker has group.consumer.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RangeAssignor", "RoundRobinAssignor", "StickyAssignor", "CooperativeStickyAssignor"})
    void theClassicProtocolTakesAnyAssignor(String name) {
        String assignor = "org.apache.kafka.clients.consumer." + name;
        String line = "kafka.partition.assignment.strategy = " + assignor;

        LoadedConfig loaded = loading.load(Loading.goodWith(line));

        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.config().kafka().consumer()).containsEntry("partition.assignment.strategy", assignor);
    }

    @Test
    void aRemoteAssignorNeedsTheConsumerProtocol() {
        assertThat(loading.faults(Loading.goodWith("kafka.consumer.group.remote.assignor = uniform")))
                .singleElement()
                .asString()
                .startsWith("error[C11] app.conf:7:1")
                .endsWith("fix: group.protocol = consumer");
        assertThat(kafka("group.protocol = CONSUMER, group.remote.assignor = uniform")
                        .usesConsumerProtocol())
                .isTrue();
    }

    @Test
    void theHeartbeatMustBeShorterThanTheSession() {
        assertThat(loading.faults(Loading.goodWith("kafka.heartbeat.interval.ms = 45s")))
                .singleElement()
                .asString()
                .startsWith("error[C11] app.conf:7:1 heartbeat.interval.ms (45000) must be less than");
    }

    @Test
    void staticMembershipNeedsAnInstance() {
        assertThat(loading.faults(Loading.goodWith("kafka.group.instance.id = c")))
                .singleElement()
                .asString()
                .startsWith("error[C11] app.conf:7:1 millrace.kafka.group.instance.id needs millrace.instance");
        assertThat(kafka("group.instance.id = c", "instance=0").consumer()).containsEntry("group.instance.id", "c");
    }
}

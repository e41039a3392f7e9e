package io.millrace.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.config.MillraceConfig;
import java.util.Map;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientSettingsTest {
    private static Map<String, Object> consumer(int worker, String... lines) {
        return new ClientSettings(Configs.with(lines), "random").consumer(worker);
    }

    @Test
    void whatTheEngineOwnsIsSetByTheEngine() {
        assertThat(consumer(0))
                .containsEntry("enable.auto.commit", "false")
                .containsEntry("auto.offset.reset", "none")
                .containsEntry("allow.auto.create.topics", "false")
                .containsEntry("key.deserializer", ByteArrayDeserializer.class.getName())
                .containsEntry("value.deserializer", ByteArrayDeserializer.class.getName())
                .containsEntry("group.id", "G")
                .containsEntry("bootstrap.servers", "127.0.0.1:1");
    }

    @Test
    void eachWorkerHasAClientIdOfItsOwn() {
        assertThat(consumer(0)).containsEntry("client.id", "mill-0");
        assertThat(consumer(3)).containsEntry("client.id", "mill-3");
        assertThat(consumer(3, "kafka.client.id = stem")).containsEntry("client.id", "stem-3");
    }

    @Test
    void eachWorkerHasAStaticIdOfItsOwnThatIsStableOverRestarts() {
        String[] lines = {"kafka.consumer.group.instance.id = id", "instance = pod-2"};
        assertThat(consumer(0, lines)).containsEntry("group.instance.id", "id-pod-2-0");
        assertThat(consumer(1, lines)).containsEntry("group.instance.id", "id-pod-2-1");
    }

    @Test
    void withoutAStaticIdMembersAreDynamic() {
        assertThat(consumer(0)).doesNotContainKey("group.instance.id");
    }

    @Test
    void theClassicProtocolIsCooperativeUnlessTheUserSaysElse() {
        assertThat(consumer(0, "kafka.group.protocol = classic"))
                .containsEntry("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        String range = "org.apache.kafka.clients.consumer.RangeAssignor";
        assertThat(consumer(
                        0,
                        "kafka.group.protocol = classic",
                        "kafka.consumer.\"partition.assignment.strategy\" = \"" + range + "\""))
                .containsEntry("partition.assignment.strategy", range);
    }

    @Test
    void theConsumerProtocolLeavesTheAssignmentToTheBroker() {
        assertThat(consumer(0, "kafka.group.protocol = consumer"))
                .containsEntry("group.protocol", "consumer")
                .doesNotContainKey("partition.assignment.strategy");
    }

    @Test
    void theAdminClientHasWhatAllClientsHaveAndAnIdOfItsOwn() {
        Map<String, Object> admin = new ClientSettings(Configs.with("kafka.client.id = stem"), "random").admin();
        assertThat(admin)
                .containsEntry("client.id", "stem-admin")
                .containsEntry("bootstrap.servers", "127.0.0.1:1")
                .doesNotContainKey("group.id");
    }

    @Test
    void theEndOfTheLogIsThatOfTheIsolationLevel() {
        assertThat(new ClientSettings(Configs.with(), "random").isReadCommitted())
                .isEqualTo("read_committed".equals(consumer(0).get("isolation.level")));
        assertThat(new ClientSettings(Configs.with("kafka.consumer.isolation.level = read_committed"), "random")
                        .isReadCommitted())
                .isTrue();
        assertThat(new ClientSettings(Configs.with("kafka.consumer.isolation.level = read_uncommitted"), "random")
                        .isReadCommitted())
                .isFalse();
    }

    @Test
    void theUsersSettingsReachTheClient() {
        MillraceConfig config = Configs.with("kafka.consumer.max.poll.records = 77", "kafka.security.protocol = SSL");
        assertThat(new ClientSettings(config, "random").consumer(0))
                .containsEntry("max.poll.records", "77")
                .containsEntry("security.protocol", "SSL");
    }

    @Test
    void inModeAutoTheClientCommitsByTheTimerOfTheEnginesKey() {
        assertThat(consumer(0, "delivery { mode = auto, commit.every = 7s }"))
                .containsEntry("enable.auto.commit", "true")
                .containsEntry("auto.commit.interval.ms", "7000")
                .containsEntry("auto.offset.reset", "none");
    }

    @Test
    void inModeAutoWithTheConsumerProtocolTheTimerIsTheEnginesOwn() {
        assertThat(consumer(0, "delivery.mode = auto", "kafka.group.protocol = consumer"))
                .containsEntry("enable.auto.commit", "false")
                .doesNotContainKey("auto.commit.interval.ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"at-least-once", "at-most-once", "none"})
    void inEveryOtherModeTheClientCommitsNothingByItself(String mode) {
        assertThat(consumer(0, "delivery.mode = " + mode))
                .containsEntry("enable.auto.commit", "false")
                .doesNotContainKey("auto.commit.interval.ms");
    }
}

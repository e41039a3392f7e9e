package io.millrace.testkit.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.coordinator.group.generated.GroupMetadataKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against what Kafka's own classes write. */
class OffsetRecordTest {
    private final byte[] key = MessageUtil.toCoordinatorTypePrefixedBytes(
            new OffsetCommitKey().setGroup("a-group").setTopic("töpic").setPartition(7));

    @ParameterizedTest
    @ValueSource(shorts = {0, 1, 2, 3, 4})
    void readsEachVersion(short version) {
        OffsetCommitValue value = new OffsetCommitValue()
                .setOffset(123_456_789_012L)
                .setMetadata("m".repeat(200))
                .setCommitTimestamp(1_700_000_000_123L);
        if (version >= 3) {
            value.setLeaderEpoch(5);
        }
        if (version >= 4) {
            value.setTopicId(Uuid.randomUuid());
        }

        assertThat(OffsetRecord.of(key, MessageUtil.toVersionPrefixedBytes(version, value)))
                .contains(new OffsetRecord(
                        "a-group",
                        new TopicPartition("töpic", 7),
                        123_456_789_012L,
                        "m".repeat(200),
                        1_700_000_000_123L));
    }

    @Test
    void tombstonesAndGroupsAreNoCommits() {
        byte[] group = MessageUtil.toCoordinatorTypePrefixedBytes(new GroupMetadataKey().setGroup("a-group"));

        assertThat(OffsetRecord.of(key, null)).isEmpty();
        assertThat(OffsetRecord.of(group, new byte[] {0, 3})).isEmpty();
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> OffsetRecord.of(key, new byte[] {0, 5, 0, 0}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("version 5");
    }
}

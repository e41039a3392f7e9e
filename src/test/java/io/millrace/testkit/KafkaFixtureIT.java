package io.millrace.testkit;

import static io.millrace.testkit.KafkaFixture.kafka;
import static io.millrace.testkit.KafkaFixture.uniqueName;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.broker.BrokerLogging;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KafkaFixtureIT {
    @BeforeAll
    static void quiet() {
        BrokerLogging.quiet();
    }

    @Test
    void producesIntoEachPartitionAndKnowsWhereTheyEnd() {
        String topic = kafka().createTopic(2);
        TopicPartition first = new TopicPartition(topic, 0);
        TopicPartition second = new TopicPartition(topic, 1);

        kafka().produceToEach(topic, 10);
        kafka().produceTo(first, 5, i -> null, i -> "v" + i);
        assertThat(kafka().endOffsets(topic)).isEqualTo(Map.of(first, 15L, second, 10L));

        kafka().deleteRecords(second, 4);
        assertThat(kafka().beginningOffsets(topic)).isEqualTo(Map.of(first, 0L, second, 4L));
    }

    @Test
    void addsPartitions() {
        String topic = kafka().createTopic(1);

        kafka().addPartitions(topic, 3);
        kafka().produce(topic, 30, i -> "key" + i, i -> "v" + i);

        assertThat(kafka().endOffsets(topic)).hasSize(3);
        assertThat(kafka().endOffsets(topic).values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(30);
    }

    @Test
    void knowsWhatAGroupHasCommitted() throws Exception {
        String topic = kafka().createTopic(2);
        String group = uniqueName("group");
        TopicPartition first = new TopicPartition(topic, 0);
        assertThat(kafka().committed(group)).isEmpty();

        kafka().admin()
                .alterConsumerGroupOffsets(group, Map.of(first, new OffsetAndMetadata(7)))
                .all()
                .get();

        assertThat(kafka().committed(group)).isEqualTo(Map.of(first, 7L));
    }
}

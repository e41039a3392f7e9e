package io.millrace.testkit.proxy;

import static io.millrace.testkit.proxy.ProxyLab.at;
import static io.millrace.testkit.proxy.ProxyLab.broker;
import static io.millrace.testkit.proxy.ProxyLab.committed;
import static io.millrace.testkit.proxy.ProxyLab.consumer;
import static io.millrace.testkit.proxy.ProxyLab.poll;
import static io.millrace.testkit.proxy.ProxyLab.produce;
import static io.millrace.testkit.proxy.ProxyLab.proxy;
import static io.millrace.testkit.proxy.ProxyLab.topic;
import static org.apache.kafka.common.protocol.ApiKeys.CONSUMER_GROUP_HEARTBEAT;
import static org.apache.kafka.common.protocol.ApiKeys.CREATE_TOPICS;
import static org.apache.kafka.common.protocol.ApiKeys.FETCH;
import static org.apache.kafka.common.protocol.ApiKeys.JOIN_GROUP;
import static org.apache.kafka.common.protocol.ApiKeys.LEAVE_GROUP;
import static org.apache.kafka.common.protocol.ApiKeys.OFFSET_COMMIT;
import static org.apache.kafka.common.protocol.ApiKeys.PRODUCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.KafkaFixture;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That clients stay behind the proxy, get what the broker sent, and find it again after the broker's restarts. */
class ProxiedBrokerIT {
    private final String group = KafkaFixture.uniqueName("group");
    private final TopicPartition partition = topic();

    @AfterEach
    void hasNoProblems() {
        assertThat(proxy().problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void changesNothingByItself(String protocol) throws Exception {
        ApiKeys member = protocol.equals("classic") ? JOIN_GROUP : CONSUMER_GROUP_HEARTBEAT;
        Rule joined = proxy().on(member).response().client(group).always().observe();
        Rule fetched = proxy().on(FETCH).response().client(group).always().observe();
        Rule committed =
                proxy().on(OFFSET_COMMIT).request().client(group).always().observe();
        Rule left = proxy().on(LEAVE_GROUP, CONSUMER_GROUP_HEARTBEAT)
                .request()
                .client(group)
                .always()
                .observe();
        long produced = proxy().seen(PRODUCE, Direction.REQUEST);
        produce(partition, 100);
        try (Consumer<byte[], byte[]> consumer = consumer(protocol, group, partition)) {
            List<ConsumerRecord<byte[], byte[]>> records = poll(consumer, 100);
            consumer.commitSync();

            assertThat(records).extracting(ConsumerRecord::offset).containsExactlyElementsOf(offsets(100));
            assertThat(records).allMatch(record -> record.value()[0] == (byte) record.offset());
        }
        assertThat(committed(group, partition)).isEqualTo(100);
        assertThat(proxy().seen(PRODUCE, Direction.REQUEST)).isGreaterThan(produced);
        assertThat(joined.fired()).isPositive();
        assertThat(fetched.fired()).isPositive();
        assertThat(committed.fired()).isEqualTo(1);
        left.awaitFired(1, ProxyLab.PATIENCE);
        assertThat(proxy().seen(CREATE_TOPICS, Direction.REQUEST))
                .as("the admin goes past the proxy")
                .isZero();
        proxy().removeRules();
        // The group is gone from the broker's view as soon as its only member has said so.
        await().until(() -> broker().admin()
                .describeConsumerGroups(List.of(group))
                .all()
                .get()
                .get(group)
                .members()
                .isEmpty());
    }

    private static List<Long> offsets(int count) {
        return IntStream.range(0, count).mapToObj(Long::valueOf).toList();
    }

    @Test
    void bringsLargeFetchesByteForByte() {
        int count = 24;
        Random random = new Random(partition.hashCode());
        List<byte[]> values =
                IntStream.range(0, count).mapToObj(i -> new byte[900_000]).toList();
        values.forEach(random::nextBytes);
        produce(partition, values);
        try (Consumer<byte[], byte[]> consumer = consumer("consumer", group, partition)) {
            List<ConsumerRecord<byte[], byte[]>> records = poll(consumer, count);

            assertThat(records).hasSize(count);
            for (int i = 0; i < count; i++) {
                assertThat(records.get(i).value()).isEqualTo(values.get(i));
            }
        }
    }

    /** How a broker goes. */
    enum End {
        STOP,
        KILL
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void findsTheBrokerAgain(End end) {
        String bootstrap = broker().bootstrap();
        String direct = broker().directBootstrap();
        long pid = broker().pid();
        produce(partition, 5);
        try (Consumer<byte[], byte[]> consumer = consumer("classic", group, partition)) {
            poll(consumer, 5);
            consumer.commitSync();
            if (end == End.KILL) {
                broker().kill();
                await().until(() -> proxy().openConnections() == 0);
            }

            broker().restart();

            assertThat(broker().bootstrap()).isEqualTo(bootstrap);
            assertThat(broker().directBootstrap()).isEqualTo(direct);
            assertThat(broker().pid()).isNotEqualTo(pid);
            produce(partition, 5);
            assertThat(poll(consumer, 5)).extracting(ConsumerRecord::offset).containsExactly(5L, 6L, 7L, 8L, 9L);
            consumer.commitSync(at(partition, 10));
            assertThat(committed(group, partition)).isEqualTo(10);
        }
    }
}

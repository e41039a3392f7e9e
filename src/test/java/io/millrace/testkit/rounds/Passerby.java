package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.ProxiedBroker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A member that comes into the group, takes its share of the partitions, does nothing with it, and goes. One thread. */
final class Passerby implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final KafkaConsumer<byte[], byte[]> member;

    /** @param topic and the group's name */
    Passerby(ProxiedBroker broker, String topic, Variant.Protocol protocol) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.directBootstrap());
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, topic);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, topic + "-passerby");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        // What it is given is not looked at.
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, protocol.group());
        switch (protocol) {
            case CLASSIC_COOPERATIVE ->
                settings.put(
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
            case CLASSIC_EAGER ->
                settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, RangeAssignor.class.getName());
            case CONSUMER -> {
                // The broker assigns.
            }
        }
        member = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        member.subscribe(List.of(topic));
    }

    /** One step towards its partitions; whether it has some. */
    boolean hasPartitions() {
        member.poll(LOOK);
        return !member.assignment().isEmpty();
    }

    /** It leaves. */
    @Override
    public void close() {
        member.close(CloseOptions.timeout(CLOSE));
    }
}

package io.millrace.config;

import java.util.Map;

/**
 * Settings that go to Kafka's own clients as they are: what stands directly in {@code kafka} and, winning over it,
 * what stands in the block of that kind of client. Keys are Kafka's dotted names. Values may be secret: never log them.
 */
public record KafkaConfig(Map<String, String> consumer, Map<String, String> producer, Map<String, String> admin) {
    public KafkaConfig {
        consumer = Map.copyOf(consumer);
        producer = Map.copyOf(producer);
        admin = Map.copyOf(admin);
    }

    public String bootstrapServers() {
        return consumer.get("bootstrap.servers");
    }

    public String groupId() {
        return consumer.get("group.id");
    }

    /** True where the broker assigns partitions ({@code group.protocol = consumer}, KIP-848). */
    public boolean usesConsumerProtocol() {
        return "consumer".equalsIgnoreCase(consumer.get("group.protocol"));
    }
}

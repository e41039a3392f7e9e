package io.millrace.supervisor;

import io.millrace.config.DeliveryConfig;
import io.millrace.config.MillraceConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What Kafka's clients are made with: the user's settings, and those that the engine owns. Values may be secret: never
 * log them. Stateless; any thread.
 */
final class ClientSettings {
    private final MillraceConfig config;
    private final String instance;

    /** @param randomInstance stands for {@code millrace.instance} where none is written */
    ClientSettings(MillraceConfig config, String randomInstance) {
        this.config = config;
        this.instance = config.instance().orElse(randomInstance);
    }

    /** For the consumer of one worker. */
    Map<String, Object> consumer(int worker) {
        Map<String, Object> settings = new HashMap<>(config.kafka().consumer());
        if (!config.kafka().usesConsumerProtocol()) {
            // Cooperative alone: with the client's own default list, groups still rebalance eagerly.
            settings.putIfAbsent(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        }
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId() + "-" + worker);
        staticId()
                .ifPresent(id ->
                        settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, id + "-" + instance + "-" + worker));
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        // With the consumer protocol the client's timer runs beside the loop, and commits what a poll has returned
        // while it is still handled: there the engine has a timer of its own.
        boolean isAuto = config.delivery().mode() == DeliveryConfig.Mode.AUTO
                && !config.kafka().usesConsumerProtocol();
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, Boolean.toString(isAuto));
        if (isAuto) {
            long every = config.delivery().commit().every().toMillis();
            settings.put(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, Long.toString(every));
        }
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return settings;
    }

    /** For the admin client that the supervisor asks its questions with. */
    Map<String, Object> admin() {
        Map<String, Object> settings = new HashMap<>(config.kafka().admin());
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId() + "-admin");
        return settings;
    }

    boolean isReadCommitted() {
        return "read_committed".equals(config.kafka().consumer().get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
    }

    private String clientId() {
        return config.kafka().consumer().getOrDefault(ConsumerConfig.CLIENT_ID_CONFIG, config.name());
    }

    private Optional<String> staticId() {
        return Optional.ofNullable(config.kafka().consumer().get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
    }
}

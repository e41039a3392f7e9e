package io.millrace.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The kinds of Kafka clients, each with the settings that it knows. */
enum KafkaKind {
    CONSUMER {
        @Override
        ConfigDef settings() {
            return ConsumerConfig.configDef();
        }
    },
    PRODUCER {
        @Override
        ConfigDef settings() {
            return ProducerConfig.configDef();
        }
    },
    ADMIN {
        @Override
        ConfigDef settings() {
            return AdminClientConfig.configDef();
        }
    };

    private ConfigDef known;

    abstract ConfigDef settings();

    /** What the client of this kind knows; made once, since each call of the client's makes a copy. */
    synchronized ConfigDef known() {
        if (known == null) {
            known = settings();
        }
        return known;
    }

    /** The name of its block. */
    String block() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<KafkaKind> named(String block) {
        return Arrays.stream(values())
                .filter(kind -> kind.block().equals(block))
                .findFirst();
    }
}

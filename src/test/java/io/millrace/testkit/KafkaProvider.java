package io.millrace.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.millrace.broker.BrokerOptions;
import io.millrace.broker.BrokerProcess;
import io.millrace.broker.BrokerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/** Where a test JVM's broker comes from: a container where Docker answers, else a child JVM. */
interface KafkaProvider {
    String bootstrap();

    void stop();

    /** Starts the broker of this test JVM and says once in the log which one it is and why. */
    static KafkaProvider start() {
        Logger log = LoggerFactory.getLogger(KafkaProvider.class);
        silenceTestcontainers();
        if (DockerClientFactory.instance().isDockerAvailable()) {
            log.info("tests run against {} in a container, because Docker answers", InContainer.IMAGE);
            return new InContainer();
        }
        log.info("tests run against the embedded broker in a child JVM, because Docker does not answer");
        return new InChildJvm();
    }

    /** No Docker is an ordinary case here; Testcontainers reports it as errors with stack traces. */
    private static void silenceTestcontainers() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            List.of("org.testcontainers", "tc", "com.github.dockerjava")
                    .forEach(name -> context.getLogger(name).setLevel(Level.OFF));
        }
    }

    /** Kafka's own image, set up like the embedded broker. */
    final class InContainer implements KafkaProvider {
        static final String IMAGE = "apache/kafka:4.4.0";

        private final KafkaContainer container = new KafkaContainer(IMAGE);

        InContainer() {
            container.withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
            BrokerSettings.fastGroups().forEach((name, value) -> container.withEnv(variable(name), value));
            container.start();
        }

        private static String variable(String property) {
            return "KAFKA_" + property.replace('.', '_').toUpperCase(Locale.ROOT);
        }

        @Override
        public String bootstrap() {
            return container.getBootstrapServers();
        }

        @Override
        public void stop() {
            container.stop();
        }
    }

    /** The embedded broker, outside of the test JVM so that neither disturbs the other's memory and threads. */
    final class InChildJvm implements KafkaProvider {
        private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

        private final BrokerProcess process = BrokerProcess.start(BrokerOptions.temporary(), START_TIMEOUT);

        @Override
        public String bootstrap() {
            return process.bootstrap();
        }

        @Override
        public void stop() {
            process.close();
        }
    }
}

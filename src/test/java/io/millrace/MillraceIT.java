package io.millrace;

import static io.millrace.testkit.KafkaFixture.kafka;
import static io.millrace.testkit.KafkaFixture.uniqueName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.api.HandlerContext;
import io.millrace.api.RecordHandler;
import io.millrace.api.StopReport;
import io.millrace.config.InvalidConfigException;
import io.millrace.metrics.MetricNames;
import io.millrace.supervisor.EngineState;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The engine inside an application. */
class MillraceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final String topic = kafka().createTopic(4);
    private final String group = uniqueName("group");

    private Config config(String more) {
        return ConfigFactory.parseString("""
                millrace {
                  name = %s
                  kafka { bootstrap.servers = "%s", group.id = %s }
                  source.topics = [%s]
                  workers.count = 2
                  %s
                }
                """.formatted(group, kafka().bootstrap(), group, topic, more));
    }

    /** Tells the test what it is told. */
    private final class Told implements RecordHandler<String, String> {
        private int worker;

        @Override
        public void open(HandlerContext context) {
            worker = context.worker();
        }

        @Override
        public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) {
            handled.add(value);
        }

        @Override
        public void assigned(Collection<TopicPartition> partitions) {
            told.add("assigned " + worker + " " + partitions.size());
        }

        @Override
        public void revoked(Collection<TopicPartition> partitions) {
            told.add("revoked " + worker + " " + partitions.size());
        }

        @Override
        public void lost(Collection<TopicPartition> partitions) {
            told.add("lost " + worker);
        }

        @Override
        public Object result() {
            return Map.of("mine", 1, "worker" + worker, 1);
        }

        @Override
        public void close() {
            told.add("closed " + worker);
        }
    }

    @Test
    void startsHandlesTellsAndStops() throws Exception {
        try (Millrace engine = Millrace.create(config(""), Told::new)) {
            engine.start();
            // One worker alone could be done with all of it before the other one has joined.
            await().atMost(PATIENCE)
                    .until(() -> told.stream().anyMatch(line -> line.startsWith("assigned 0"))
                            && told.stream().anyMatch(line -> line.startsWith("assigned 1")));
            kafka().produceToEach(topic, 1000);
            await().atMost(PATIENCE).until(() -> handled.size() == 4000);
            await().atMost(PATIENCE)
                    .until(() -> engine.snapshot().counts().handled() == 4000
                            && engine.snapshot().state() == EngineState.RUNNING);
            assertThat(recordsOverJmx(0) + recordsOverJmx(1)).isEqualTo(4000);

            StopReport report = engine.stop(Duration.ofSeconds(10));

            assertThat(report.failures()).isEmpty();
            assertThat(report.clean()).isTrue();
            assertThat(report.partitions()).hasSize(4).allSatisfy(partition -> {
                assertThat(partition.finished()).isEqualTo(1000);
                assertThat(partition.committed()).isEqualTo(1000);
                assertThat(partition.abandoned()).isNull();
            });
            assertThat(engine.snapshot().result()).isEqualTo(Map.of("mine", 2L, "worker0", 1, "worker1", 1));
        }
        assertThat(kafka().committed(group)).isEqualTo(kafka().endOffsets(topic));
        assertThat(told).doesNotContain("lost 0", "lost 1");
        for (int worker = 0; worker < 2; worker++) {
            String mine = " " + worker;
            List<String> ofWorker = told.stream()
                    .filter(line -> line.endsWith(mine) || line.contains(mine + " "))
                    .toList();
            assertThat(ofWorker).endsWith("closed " + worker);
            assertThat(ofWorker.get(ofWorker.size() - 2)).startsWith("revoked " + worker);
        }
    }

    private long recordsOverJmx(int worker) throws JMException {
        String metric = MetricNames.of(worker, MetricNames.RECORDS);
        ObjectName name = new ObjectName("millrace." + group + ":name=" + metric + ",type=counters");
        return (Long) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Count");
    }

    @Test
    void goesOnWithPartitionsThatAreAddedWhileItRuns() {
        Config quick = config("kafka.consumer { \"metadata.max.age.ms\" = 500, \"heartbeat.interval.ms\" = 300 }");
        try (Millrace engine = Millrace.create(quick, Told::new)) {
            engine.start();
            await().atMost(PATIENCE).until(() -> told.stream().anyMatch(line -> line.startsWith("assigned")));
            kafka().addPartitions(topic, 6);
            kafka().produceToEach(topic, 100);
            await().atMost(PATIENCE).until(() -> handled.size() == 600);
        }
        assertThat(kafka().committed(group)).isEqualTo(kafka().endOffsets(topic));
    }

    @Test
    void stopsWhateverTheMoment() {
        kafka().produceToEach(topic, 500);
        for (int round = 0; round < 10; round++) {
            try (Millrace engine = Millrace.create(config(""), Told::new)) {
                engine.start();
                int enough = round * 200;
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> handled.size() >= Math.min(enough, 2000));
                StopReport report = engine.stop(Duration.ofSeconds(10));
                assertThat(report.failures()).isEmpty();
                assertThat(report.clean()).isTrue();
            }
        }
        assertThat(told).noneMatch(line -> line.startsWith("lost"));
    }

    @Test
    void livesOnceAndToleratesAnyOrder() {
        Millrace never = Millrace.create(config(""), Told::new);
        never.close();
        assertThatThrownBy(() -> never.stop(Duration.ofSeconds(1))).isInstanceOf(IllegalStateException.class);
        try (Millrace engine = Millrace.create(config(""), Told::new)) {
            engine.start();
            assertThatThrownBy(engine::start).isInstanceOf(IllegalStateException.class);
            assertThat(engine.stop(Duration.ofSeconds(10)).clean()).isTrue();
            assertThat(engine.stop(Duration.ofSeconds(10)).clean()).isTrue();
        }
        assertThatThrownBy(() -> Millrace.create(config("workers.cuont = 1"), Told::new))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("did you mean count");
    }

    @Test
    void tellsWhatAHandlerThatCannotOpenSays() {
        RecordHandler<String, String> broken = new RecordHandler<>() {
            @Override
            public void open(HandlerContext context) {
                throw new IllegalStateException("no such table");
            }

            @Override
            public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) {
                throw new AssertionError("was not opened");
            }
        };
        try (Millrace engine = Millrace.create(config("workers.count = 1"), () -> broken)) {
            engine.start();
            await().atMost(PATIENCE).until(() -> engine.snapshot().state() == EngineState.STOPPED);
            StopReport report = engine.stop(Duration.ofSeconds(10));
            assertThat(report.clean()).isFalse();
            assertThat(report.failures()).singleElement().asString().contains("no such table");
        }
    }
}

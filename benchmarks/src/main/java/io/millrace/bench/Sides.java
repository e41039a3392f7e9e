package io.millrace.bench;

import com.typesafe.config.ConfigFactory;
import io.millrace.config.ConfigLoader;
import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.EngineParts;
import io.millrace.supervisor.EngineReport;
import io.millrace.supervisor.ProjectLeaves;
import io.millrace.supervisor.RunBounds;
import io.millrace.supervisor.Supervisor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The two sides of a pair. Each run reads the whole topic in a group of its own. The engine is what a user has: a
 * configuration in HOCON and a supervisor. The bare loop's consumer has the engine's consumer's settings, but for what
 * makes it one without an engine. One thread.
 */
final class Sides {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final Workload workload;
    private final String bootstrap;
    private final long brokerPid;
    private final Admin admin;
    private final Map<TopicPartition, Long> ends;
    private final Object expected;
    private Map<String, Object> settings;
    private int runs;

    Sides(Workload workload, String bootstrap, long brokerPid, Admin admin) {
        this.workload = workload;
        this.bootstrap = bootstrap;
        this.brokerPid = brokerPid;
        this.admin = admin;
        this.expected = workload.bare().get().expected();
        this.ends = ends();
    }

    /** One run of the engine, and a look at what it came to. */
    EngineResult engine() {
        String group = group("engine");
        Meter meter = new Meter(workload.records(), brokerPid);
        MillraceConfig config = config(group);
        EngineParts parts = EngineParts.configured(config, Sides.class.getClassLoader());
        EngineParts metered = new EngineParts(parts.handlers(), parts.metrics(), map -> consumer(map, meter));
        Supervisor supervisor =
                new Supervisor(config, metered, new RunBounds(true, OptionalLong.empty(), Optional.empty()));
        supervisor.start();
        EngineReport report = supervisor.report().join();
        check(report, group);
        return new EngineResult(
                meter.window(),
                report.last().activeSeconds(),
                report.last().counts().commits());
    }

    /**
     * What a run of the engine came to.
     *
     * @param activeSeconds as the engine's own summary has it
     */
    record EngineResult(Window window, double activeSeconds, long commits) {}

    private Consumer<byte[], byte[]> consumer(Map<String, Object> engineSettings, Meter meter) {
        settings = Map.copyOf(engineSettings);
        return new MeteredConsumer<>(engineSettings, meter);
    }

    private MillraceConfig config(String group) {
        String hocon = "millrace {\n"
                + "  kafka { bootstrap.servers = \"" + bootstrap + "\", group.id = " + group + " }\n"
                + "  source.topics = [\"" + workload.name() + "\"]\n"
                + "  workers.count = 1\n  "
                + String.join("\n  ", workload.settings())
                + "\n}\n";
        return ConfigLoader.load(ConfigFactory.parseString(hocon), new ProjectLeaves(Sides.class.getClassLoader()))
                .config();
    }

    private void check(EngineReport report, String group) {
        if (!report.failures().isEmpty() || !report.drained()) {
            throw new BenchmarkFailure("the engine ended with " + report.failures() + ", drained: " + report.drained());
        }
        expect(report.last().counts().handled(), (long) workload.records(), "records handled by the engine");
        expect(committed(group), ends, "offsets committed by the engine");
        if (expected != null) {
            expect(report.last().result(), expected, "counts of the engine");
        }
    }

    /** One run of the bare loop. An engine's run must have shown the settings before. */
    Window bare() {
        Meter meter = new Meter(workload.records(), brokerPid);
        bare(workload.bare().get(), meter);
        return meter.window();
    }

    private <T> void bare(BareLoop<T> loop, Meter meter) {
        Map<String, Object> bareSettings = new HashMap<>(settings);
        bareSettings.put(ConsumerConfig.GROUP_ID_CONFIG, group("bare"));
        bareSettings.put(ConsumerConfig.CLIENT_ID_CONFIG, "bare-" + runs);
        bareSettings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        bareSettings.put(
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                loop.deserializer().getName());
        bareSettings.put(
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                loop.deserializer().getName());
        try (Consumer<T, T> consumer = new MeteredConsumer<>(bareSettings, meter)) {
            consumer.subscribe(List.of(workload.name()));
            int handled = 0;
            while (handled < workload.records()) {
                handled += loop.handle(consumer, consumer.poll(POLL));
            }
            meter.beforePoll();
            expect(handled, workload.records(), "records handled by the bare loop");
        }
        expect(loop.result(), loop.expected(), "counts of the bare loop");
    }

    private String group(String side) {
        runs++;
        return workload.name() + "-" + side + "-" + runs;
    }

    private Map<TopicPartition, Long> ends() {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        for (int partition = 0; partition < Workload.PARTITIONS; partition++) {
            question.put(new TopicPartition(workload.name(), partition), OffsetSpec.latest());
        }
        try {
            return admin.listOffsets(question).all().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, end -> end.getValue().offset()));
        } catch (ExecutionException e) {
            throw new BenchmarkFailure("the end offsets cannot be read: " + e.getCause());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private Map<TopicPartition, Long> committed(String group) {
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            return offsets.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, offset -> offset.getValue().offset()));
        } catch (ExecutionException e) {
            throw new BenchmarkFailure("the committed offsets cannot be read: " + e.getCause());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static BenchmarkFailure interrupted() {
        Thread.currentThread().interrupt();
        return new BenchmarkFailure("interrupted");
    }

    private static void expect(Object found, Object wanted, String what) {
        if (wanted != null && !wanted.equals(found)) {
            throw new BenchmarkFailure(what + ": " + found + " and not " + wanted);
        }
    }
}

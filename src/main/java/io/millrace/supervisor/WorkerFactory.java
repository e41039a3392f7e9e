package io.millrace.supervisor;

import com.codahale.metrics.MetricRegistry;
import io.millrace.api.RecordHandler;
import io.millrace.config.CommitConfig;
import io.millrace.config.MillraceConfig;
import io.millrace.decode.Formats;
import io.millrace.delivery.AsyncStrategy;
import io.millrace.delivery.AtLeastOnce;
import io.millrace.delivery.AtMostOnceStrategy;
import io.millrace.delivery.AutoStrategy;
import io.millrace.delivery.Cut;
import io.millrace.delivery.IntervalStrategy;
import io.millrace.delivery.KeptPositions;
import io.millrace.delivery.NoneStrategy;
import io.millrace.delivery.PartitionStrategy;
import io.millrace.delivery.RecordStrategy;
import io.millrace.delivery.SyncStrategy;
import io.millrace.failure.StopPolicy;
import io.millrace.handler.HandlerTypes;
import io.millrace.metrics.WorkerMeters;
import io.millrace.process.Decoder;
import io.millrace.worker.CommitMetadata;
import io.millrace.worker.Commits;
import io.millrace.worker.DeliveryStrategy;
import io.millrace.worker.RecordBudget;
import io.millrace.worker.Worker;
import io.millrace.worker.WorkerSetup;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * All the wiring, and the only place that names strategies, policies, handlers and formats. Used by the supervisor's
 * thread; what it makes belongs to the workers.
 */
final class WorkerFactory {
    private static final Duration QUESTION = Duration.ofSeconds(30);
    private static final long DEFAULT_MAX_POLL_INTERVAL_MS = 300_000;

    private final MillraceConfig config;
    private final ClientSettings clients;
    private final Supplier<RecordHandler<Object, Object>> handlers;
    private final MetricRegistry metrics;
    private final Shared shared;
    private final RecordBudget budget;
    private final LongSupplier clock;
    private final Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers;
    private final AtomicLong epochs = new AtomicLong();
    private final KeptPositions kept = new KeptPositions();

    WorkerFactory(
            MillraceConfig config,
            ClientSettings clients,
            EngineParts parts,
            Shared shared,
            RecordBudget budget,
            LongSupplier clock) {
        this.config = config;
        this.clients = clients;
        this.handlers = parts.handlers();
        this.metrics = parts.metrics();
        this.consumers = parts.consumers();
        this.shared = shared;
        this.budget = budget;
        this.clock = clock;
    }

    /** The usual way to a consumer. */
    static Consumer<byte[], byte[]> kafkaConsumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(settings);
    }

    /** Makes the handlers that the configuration names. */
    @SuppressWarnings("unchecked") // what a handler gets is decided by the formats that stand beside it
    static Supplier<RecordHandler<Object, Object>> configuredHandlers(MillraceConfig config, ClassLoader loader) {
        var type = HandlerTypes.find(config.handler().type(), loader);
        return () -> (RecordHandler<Object, Object>) HandlerTypes.create(type);
    }

    Worker create(int number) {
        return new Worker(new WorkerSetup(
                number,
                config.name(),
                config.source().topics(),
                () -> consumers.apply(clients.consumer(number)),
                handlers,
                commit -> new WorkerContext(number, config.name(), config.handler(), shared, metrics, commit),
                () -> decoder("key", config.source().key(), true),
                () -> decoder("value", config.source().value(), false),
                new WorkerSetup.Delivery(this::strategy, metadata(number)),
                new StopPolicy(),
                config.source().start().otherwise(),
                times(),
                new WorkerMeters(metrics, number),
                budget,
                epochs::incrementAndGet,
                clock));
    }

    @SuppressWarnings("unchecked") // a format makes what it makes; the handler agrees or fails with a class cast
    private Decoder<Object> decoder(String part, String format, boolean isKey) {
        var deserializer = (org.apache.kafka.common.serialization.Deserializer<Object>) Formats.create(format);
        deserializer.configure(Map.copyOf(config.kafka().consumer()), isKey);
        return new Decoder<>(part, deserializer);
    }

    private DeliveryStrategy strategy(Commits commits) {
        CommitConfig commit = config.delivery().commit();
        return switch (config.delivery().mode()) {
            case AT_LEAST_ONCE -> atLeastOnce(commits, commit);
            case AT_MOST_ONCE -> new AtMostOnceStrategy(commits, commit.timeout(), cut(commit.at()));
            case AUTO ->
                config.kafka().usesConsumerProtocol()
                        ? timer(commits, commit)
                        : new AutoStrategy(commits, commit.timeout(), commit.spacing());
            case NONE -> new NoneStrategy(commits, kept);
        };
    }

    /** What the client's own timer does, where that one cannot be trusted: see {@link ClientSettings}. */
    private static DeliveryStrategy timer(Commits commits, CommitConfig commit) {
        AsyncStrategy async = new AsyncStrategy(commits, commit.timeout(), commit.spacing(), Integer.MAX_VALUE);
        return new IntervalStrategy(async, commits, Integer.MAX_VALUE, commit.every());
    }

    private static DeliveryStrategy atLeastOnce(Commits commits, CommitConfig commit) {
        return switch (commit.at()) {
            case POLL -> byHow(commits, commit);
            case PARTITION -> new PartitionStrategy(commits, commit.timeout(), commit.spacing());
            case RECORD -> new RecordStrategy(commits, commit.timeout(), commit.spacing());
            case INTERVAL ->
                new IntervalStrategy(byHow(commits, commit), commits, commit.everyRecords(), commit.every());
        };
    }

    private static AtLeastOnce byHow(Commits commits, CommitConfig commit) {
        return switch (commit.effectiveHow()) {
            case SYNC -> new SyncStrategy(commits, commit.timeout(), commit.spacing());
            case ASYNC -> new AsyncStrategy(commits, commit.timeout(), commit.spacing(), commit.maxUnacknowledged());
        };
    }

    private static Cut cut(CommitConfig.At at) {
        return switch (at) {
            case POLL -> Cut.POLL;
            case PARTITION -> Cut.PARTITION;
            case RECORD -> Cut.RECORD;
            case INTERVAL -> throw new IllegalArgumentException("at most once cannot commit at an interval");
        };
    }

    private CommitMetadata metadata(int worker) {
        String template = config.delivery().commit().metadata();
        return template.isEmpty()
                ? CommitMetadata.NONE
                : new CommitMetadata(template, HostName.find(), worker, Clock.systemUTC());
    }

    private WorkerSetup.Times times() {
        String maxPollInterval = config.kafka().consumer().get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        return new WorkerSetup.Times(
                config.source().pollTimeout(),
                QUESTION,
                config.delivery().revokeTimeout(),
                Duration.ofMillis(
                        maxPollInterval == null
                                ? DEFAULT_MAX_POLL_INTERVAL_MS
                                : Long.parseLong(maxPollInterval.trim())),
                config.shutdown().drain(),
                config.shutdown().close());
    }
}

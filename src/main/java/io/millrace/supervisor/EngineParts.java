package io.millrace.supervisor;

import com.codahale.metrics.MetricRegistry;
import io.millrace.api.RecordHandler;
import io.millrace.config.MillraceConfig;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * What an engine is given besides its configuration.
 *
 * @param consumers makes a consumer from its settings; tests put a journal around it
 */
public record EngineParts(
        Supplier<RecordHandler<Object, Object>> handlers,
        MetricRegistry metrics,
        Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {

    /** The handlers that the configuration names, found by this class loader, and Kafka's own consumer. */
    public static EngineParts configured(MillraceConfig config, ClassLoader loader) {
        return new EngineParts(
                WorkerFactory.configuredHandlers(config, loader), new MetricRegistry(), WorkerFactory::kafkaConsumer);
    }

    /** The same with these handlers. */
    @SuppressWarnings("unchecked") // what a handler gets is decided by the formats in the configuration
    public EngineParts withHandlers(Supplier<? extends RecordHandler<?, ?>> made) {
        return new EngineParts(() -> (RecordHandler<Object, Object>) made.get(), metrics, consumers);
    }

    /** Handlers that the caller makes, and Kafka's own consumer. */
    @SuppressWarnings("unchecked") // as above
    public static EngineParts of(Supplier<? extends RecordHandler<?, ?>> made) {
        return new EngineParts(
                () -> (RecordHandler<Object, Object>) made.get(), new MetricRegistry(), WorkerFactory::kafkaConsumer);
    }
}

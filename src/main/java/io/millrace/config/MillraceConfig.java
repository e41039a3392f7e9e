package io.millrace.config;

import io.millrace.api.Doc;
import java.time.Duration;
import java.util.Optional;

/**
 * The whole configuration, bound and checked. Immutable; any thread. Where a value comes from and what is wrong with
 * it is {@link ConfigLoader}'s business: a record of this package is only made of values that passed.
 */
public record MillraceConfig(
        @Doc("name of threads, client ids and metrics") String name,

        @Doc("pod ordinal or host: makes static ids stable over restarts; null: random per start")
        Optional<String> instance,

        @Doc("how long the start waits for the broker and for the topics")
        Duration startTimeout,

        KafkaConfig kafka,
        SourceConfig source,
        WorkersConfig workers,
        DeliveryConfig delivery,
        HandlerConfig handler,
        ShutdownConfig shutdown,
        MetricsConfig metrics,
        LogConfig log) {}

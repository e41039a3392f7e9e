package io.millrace.config;

import io.millrace.api.Doc;

/** Where the metrics go. */
public record MetricsConfig(
        @Doc("publish the metrics by JMX") boolean jmx) {}

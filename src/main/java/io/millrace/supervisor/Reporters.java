package io.millrace.supervisor;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.jmx.JmxReporter;
import io.millrace.config.MillraceConfig;
import java.util.Optional;

/** Where the metrics go while a run lasts. The supervisor's thread alone. */
final class Reporters implements AutoCloseable {
    private final Optional<JmxReporter> jmx;

    private Reporters(Optional<JmxReporter> jmx) {
        this.jmx = jmx;
    }

    static Reporters start(MillraceConfig config, MetricRegistry metrics) {
        Optional<JmxReporter> jmx = config.metrics().jmx()
                ? Optional.of(JmxReporter.forRegistry(metrics)
                        .inDomain("millrace." + config.name())
                        .build())
                : Optional.empty();
        jmx.ifPresent(JmxReporter::start);
        return new Reporters(jmx);
    }

    @Override
    public void close() {
        jmx.ifPresent(JmxReporter::stop);
    }
}

package io.millrace.bench.micro;

import com.codahale.metrics.MetricRegistry;
import com.typesafe.config.ConfigFactory;
import io.millrace.api.HandlerContext;
import io.millrace.config.ConfigLoader;
import io.millrace.config.HandlerConfig;
import io.millrace.supervisor.ProjectLeaves;
import java.util.function.Supplier;

/** What the count handler gets where the configuration has no more than {@code handler.type = count}. Any thread. */
final class CountContext implements HandlerContext {
    private final HandlerConfig config = ConfigLoader.load(
                    ConfigFactory.parseString("millrace { kafka { bootstrap.servers = \"localhost:1\", group.id = g }"
                            + ", source.topics = [t], handler.type = count }"),
                    new ProjectLeaves(CountContext.class.getClassLoader()))
            .config()
            .handler();

    @Override
    public int worker() {
        return 0;
    }

    @Override
    public String name() {
        return "benchmark";
    }

    /** Never asked for: counting needs no commit. */
    @Override
    public void commit() {}

    @Override
    public <S extends Record> S settings(Class<S> type) {
        return type.cast(config.settings().apply(type));
    }

    @Override
    public <T> T shared(String name, Supplier<T> supplier) {
        return supplier.get();
    }

    @Override
    public MetricRegistry metrics() {
        return new MetricRegistry();
    }
}

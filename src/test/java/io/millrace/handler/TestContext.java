package io.millrace.handler;

import com.codahale.metrics.MetricRegistry;
import io.millrace.api.HandlerContext;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** An engine of one process: what is shared is shared by all handlers opened with it, and closed with it. */
final class TestContext implements HandlerContext, AutoCloseable {
    private final Map<String, Object> shared = new HashMap<>();
    private final Record settings;

    TestContext(Record settings) {
        this.settings = settings;
    }

    @Override
    public int worker() {
        return 0;
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public <S extends Record> S settings(Class<S> type) {
        return type.cast(settings);
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized <T> T shared(String name, Supplier<T> supplier) {
        return (T) shared.computeIfAbsent(name, key -> supplier.get());
    }

    @Override
    public void commit() {}

    @Override
    public MetricRegistry metrics() {
        return new MetricRegistry();
    }

    @Override
    public void close() throws IOException {
        for (Object thing : shared.values()) {
            ((LineFile) thing).close();
        }
    }
}

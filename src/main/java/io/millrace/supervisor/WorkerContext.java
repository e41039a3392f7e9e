package io.millrace.supervisor;

import com.codahale.metrics.MetricRegistry;
import io.millrace.api.HandlerContext;
import io.millrace.config.HandlerConfig;
import java.util.function.Supplier;

/** What a handler of one worker may ask for. Used on that worker's thread; what it leads to is made for sharing. */
record WorkerContext(
        int worker, String name, HandlerConfig config, Shared shared, MetricRegistry metrics, Runnable commitRequest)
        implements HandlerContext {
    @Override
    public <S extends Record> S settings(Class<S> type) {
        return type.cast(config.settings().apply(type));
    }

    @Override
    public <T> T shared(String thing, Supplier<T> supplier) {
        return shared.get(thing, supplier);
    }

    @Override
    public void commit() {
        commitRequest.run();
    }
}

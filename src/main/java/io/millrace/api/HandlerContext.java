package io.millrace.api;

import com.codahale.metrics.MetricRegistry;
import java.util.function.Supplier;

/** What a handler may ask of the engine. Used on the worker's own thread, from {@link RecordHandler#open} on. */
public interface HandlerContext {

    /** The number of the worker that owns this handler, from 0. */
    int worker();

    /** The engine's name, as {@code millrace.name} says. */
    String name();

    /**
     * The handler's own settings: what stands in the {@code handler} block besides {@code type}, bound to a record
     * whose components carry the annotations of this package.
     */
    <S extends Record> S settings(Class<S> type);

    /**
     * Asks for a commit as soon as the record in hand is finished, because of what it says: everything finished is
     * flushed and committed, and no further record is handled before the broker has acknowledged it. To be called from
     * {@link RecordHandler#handle}. At most once everything handled is committed already, and with {@code mode = none}
     * nothing ever is: there it does nothing.
     */
    void commit();

    /**
     * A thing of which the process has one, made at the first call under that name and shared by all workers: a writer,
     * a pool, an HTTP client. It must be made for sharing. If it is {@link AutoCloseable} it is closed when the engine
     * has stopped.
     */
    <T> T shared(String name, Supplier<T> supplier);

    /** The engine's metrics. Names of your own should start with something else than {@code millrace}. */
    MetricRegistry metrics();
}

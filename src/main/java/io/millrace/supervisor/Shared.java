package io.millrace.supervisor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the handlers of one engine share. Any thread; guarded by this object. */
final class Shared {
    private static final Logger LOG = LoggerFactory.getLogger(Shared.class);

    private final Map<String, Object> things = new HashMap<>();
    private final Deque<AutoCloseable> closeables = new ArrayDeque<>();

    @SuppressWarnings("unchecked") // the name stands for the type, as the callers agree
    synchronized <T> T get(String name, Supplier<T> supplier) {
        Object thing = things.get(name);
        if (thing == null) {
            thing = supplier.get();
            things.put(name, thing);
            if (thing instanceof AutoCloseable closeable) {
                closeables.push(closeable);
            }
        }
        return (T) thing;
    }

    /** Closes all, the last made first; one that fails does not keep the others open. */
    synchronized void closeAll() {
        while (!closeables.isEmpty()) {
            AutoCloseable closeable = closeables.pop();
            try {
                closeable.close();
            } catch (Throwable e) {
                LOG.warn("closing {} failed: {}", closeable, e.toString());
            }
        }
        things.clear();
    }
}

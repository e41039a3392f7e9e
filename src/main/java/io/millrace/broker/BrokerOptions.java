package io.millrace.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a broker listens and keeps its data. Immutable; any thread.
 *
 * @param port the port on localhost, 0 for a free one
 * @param data the folder that outlives the broker; empty for a temporary one, which is deleted on close
 * @param overrides broker properties that win over the built-in ones
 */
public record BrokerOptions(int port, Optional<Path> data, Map<String, String> overrides) {
    private static final int MAX_PORT = 65_535;

    public BrokerOptions {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " is not in 0 to " + MAX_PORT);
        }
        Objects.requireNonNull(data, "data");
        overrides = Map.copyOf(overrides);
    }

    /** A free port, a temporary folder, no overrides. */
    public static BrokerOptions temporary() {
        return new BrokerOptions(0, Optional.empty(), Map.of());
    }

    public BrokerOptions withPort(int newPort) {
        return new BrokerOptions(newPort, data, overrides);
    }

    public BrokerOptions withData(Path folder) {
        return new BrokerOptions(port, Optional.of(folder), overrides);
    }

    /** The same with one more broker property. */
    public BrokerOptions with(String property, String value) {
        Map<String, String> more = new HashMap<>(overrides);
        more.put(property, value);
        return new BrokerOptions(port, data, more);
    }
}

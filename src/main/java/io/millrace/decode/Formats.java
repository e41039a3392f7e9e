package io.millrace.decode;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;

/**
 * The formats that have a name in the configuration ({@code source.key}, {@code source.value}). Stateless; any thread.
 */
public final class Formats {
    private static final Map<String, Supplier<Deserializer<?>>> BY_NAME = byName();

    private Formats() {}

    private static Map<String, Supplier<Deserializer<?>>> byName() {
        Map<String, Supplier<Deserializer<?>>> formats = new TreeMap<>();
        formats.put("string", Utf8Deserializer::new);
        formats.put("bytes", ByteArrayDeserializer::new);
        formats.put("int", IntegerDeserializer::new);
        formats.put("long", LongDeserializer::new);
        formats.put("double", DoubleDeserializer::new);
        return Collections.unmodifiableMap(formats);
    }

    /** The names of all formats, sorted. */
    public static Set<String> names() {
        return BY_NAME.keySet();
    }

    /**
     * A new instance, not yet configured, for one worker. Bytes of the wrong length make {@code int}, {@code long} and
     * {@code double} throw a {@link org.apache.kafka.common.errors.SerializationException}; null is always null.
     *
     * @throws IllegalArgumentException if there is no format of that name
     */
    public static Deserializer<?> create(String name) {
        Supplier<Deserializer<?>> format = BY_NAME.get(name);
        if (format == null) {
            throw new IllegalArgumentException(
                    "there is no format named " + name + "; there are: " + String.join(", ", names()));
        }
        return format.get();
    }
}

package io.millrace.decode;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Text in UTF-8; null stays null, and bytes that are no UTF-8 become U+FFFD. Unlike Kafka's own it has no encoding to
 * look up by name, so the compiler can use the short way that the JDK has for this one. Stateless; any thread.
 */
public final class Utf8Deserializer implements Deserializer<String> {
    @Override
    public String deserialize(String topic, byte[] data) {
        return data == null ? null : new String(data, StandardCharsets.UTF_8);
    }
}

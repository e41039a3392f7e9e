package io.millrace.process;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Turns the raw bytes of a key or a value into what the handler gets. Kafka's own {@link Deserializer} is the contract
 * of a format; it is called here and not in the client, so that a bad record is an ordinary failure and not a poll that
 * throws for ever. Used by the worker's own thread alone.
 *
 * @param <T> what it makes
 */
public final class Decoder<T> implements AutoCloseable {
    private final String part;
    private final Deserializer<T> deserializer;

    /** @param part {@code "key"} or {@code "value"}, for messages */
    public Decoder(String part, Deserializer<T> deserializer) {
        this.part = part;
        this.deserializer = deserializer;
    }

    T decode(String topic, Headers headers, byte[] bytes) {
        try {
            return deserializer.deserialize(topic, headers, bytes);
        } catch (RuntimeException e) {
            throw new UndecodableException(part, e);
        }
    }

    @Override
    public void close() {
        deserializer.close();
    }
}

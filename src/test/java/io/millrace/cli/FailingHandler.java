package io.millrace.cli;

import io.millrace.api.RecordHandler;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A handler that fails at the values {@code bad} and {@code error}. */
public final class FailingHandler implements RecordHandler<String, String> {
    @Override
    public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) {
        switch (value) {
            case "bad" -> throw new IllegalArgumentException("cannot do " + value);
            case "error" -> throw new AssertionError("an Error is no success");
            case "memory" -> throw new OutOfMemoryError("made by the test");
            default -> {
                // Done.
            }
        }
    }
}

package io.millrace.handler;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Records as the client would hand them out. */
final class TestRecords {
    static final ConsumerRecord<byte[], byte[]> PLAIN = new ConsumerRecord<>("towns", 3, 42, null, null);

    private TestRecords() {}

    static ConsumerRecord<byte[], byte[]> withHeader(String name, String text) {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("towns", 3, 42, null, null);
        record.headers().add(name, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
        return record;
    }
}

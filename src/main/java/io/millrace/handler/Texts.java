package io.millrace.handler;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** How decoded keys, values and headers are read as text. Stateless; any thread. */
final class Texts {
    private Texts() {}

    /** The text itself, bytes as UTF-8, anything else as it prints itself; null stays null. */
    static String of(Object decoded) {
        if (decoded instanceof String text) {
            return text;
        }
        if (decoded == null) {
            return null;
        }
        return decoded instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : decoded.toString();
    }

    /** The last header of that name as UTF-8, null where there is none or it has no value. */
    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : of(header.value());
    }

    /** Milliseconds since 1970, null where the record has no time. */
    static String timestamp(ConsumerRecord<byte[], byte[]> record) {
        return record.timestamp() == ConsumerRecord.NO_TIMESTAMP ? null : Long.toString(record.timestamp());
    }
}

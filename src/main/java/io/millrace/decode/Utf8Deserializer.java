package io.millrace.decode;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Deserializer;

/** UTF-8 bytes as text; what is no UTF-8 becomes U+FFFD, as Kafka's own does it. One thread. */
final class Utf8Deserializer implements Deserializer<String> {
    private final ShortTexts known = new ShortTexts();

    @Override
    public String deserialize(String topic, byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length <= ShortTexts.MAX_BYTES) {
            return known.of(bytes);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

package io.millrace.testkit.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class PayloadTest {
    private static final TopicPartition PARTITION = new TopicPartition("a-topic", 3);

    @Test
    void everyVariantIsWholeAndEveryChangedByteIsSeen() {
        LedgerRecords records = new LedgerRecords("a-topic", 4, "run", false, new Random(7));
        Random random = new Random(8);
        boolean withoutKey = false;
        boolean empty = false;
        boolean withoutValue = false;
        for (int i = 0; i < 1000; i++) {
            ProducerRecord<byte[], byte[]> made = records.next().record();
            withoutKey |= made.key() == null;
            withoutValue |= made.value() == null;
            empty |= made.value() != null && made.value().length == 0;
            assertThat(Payload.fault(given(made, made.key(), made.value()))).isNull();
            if (made.value() != null && made.value().length > 0) {
                byte[] changed = made.value().clone();
                changed[random.nextInt(changed.length)] ^= 1;
                assertThat(Payload.fault(given(made, made.key(), changed)))
                        .as(new String(changed, StandardCharsets.UTF_8))
                        .isNotNull();
            }
        }
        assertThat(withoutKey && empty && withoutValue).isTrue();
    }

    @Test
    void nullAndEmptyDiffer() {
        ProducerRecord<byte[], byte[]> made = Payload.beside("run", PARTITION, 1, null, new byte[0]);

        assertThat(Payload.fault(given(made, null, null))).contains("checksum");
        assertThat(Payload.fault(given(made, new byte[0], new byte[0]))).contains("checksum");
        assertThat(Payload.fault(given(made, null, new byte[0]))).isNull();
    }

    @Test
    void anotherPlaceIsSeen() {
        byte[] value = Payload.stamped("run", new TopicPartition("a-topic", 2), 1, null, "")
                .value();
        ProducerRecord<byte[], byte[]> moved = new ProducerRecord<>("a-topic", 3, null, value);

        assertThat(Payload.fault(given(moved, null, value))).isEqualTo("given as one of a-topic-3, put into a-topic-2");
    }

    @Test
    void foreignRecordsAreSeen() {
        ProducerRecord<byte[], byte[]> foreign =
                new ProducerRecord<>("a-topic", 3, null, "hello".getBytes(StandardCharsets.UTF_8));

        assertThat(Payload.fault(given(foreign, null, foreign.value()))).isEqualTo("no stamp in 5 bytes");
        assertThat(Payload.fault(given(foreign, null, null))).startsWith("no stamp, neither");
    }

    private static ConsumerRecord<byte[], byte[]> given(ProducerRecord<byte[], byte[]> made, byte[] key, byte[] value) {
        return new ConsumerRecord<>(
                made.topic(),
                made.partition(),
                0,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                key,
                value,
                made.headers(),
                Optional.empty());
    }
}

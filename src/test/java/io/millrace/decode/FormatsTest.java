package io.millrace.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.junit.jupiter.api.Test;

class FormatsTest {
    private static Object read(String format, byte[] data) {
        return Formats.create(format).deserialize("topic", data);
    }

    @Test
    void namesAreSorted() {
        assertThat(Formats.names()).containsExactly("bytes", "double", "int", "long", "string");
    }

    @Test
    void readsWhatKafkaWrites() {
        byte[] bytes = {1, -1};
        assertThat(read("bytes", bytes)).isSameAs(bytes);
        assertThat(read("int", new IntegerSerializer().serialize("topic", -7))).isEqualTo(-7);
        assertThat(read("long", new LongSerializer().serialize("topic", 1L << 40)))
                .isEqualTo(1L << 40);
        assertThat(read("double", new DoubleSerializer().serialize("topic", 0.5)))
                .isEqualTo(0.5);
        assertThat(read("string", "Zürich €".getBytes(StandardCharsets.UTF_8))).isEqualTo("Zürich €");
        assertThat(read("string", new byte[0])).isEqualTo("");
        assertThat(read("string", new byte[] {'a', (byte) 0xff})).isEqualTo("a\ufffd");
    }

    @Test
    void nullStaysNull() {
        assertThat(Formats.names())
                .allSatisfy(name -> assertThat(read(name, null)).isNull());
    }

    @Test
    void everyWorkerGetsItsOwn() {
        assertThat(Formats.create("string")).isNotSameAs(Formats.create("string"));
    }

    @Test
    void wrongLengthIsRefused() {
        for (String name : new String[] {"int", "long", "double"}) {
            assertThatThrownBy(() -> read(name, new byte[3]))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageMatching(".*(4|8).*");
        }
    }

    @Test
    void unknownNameIsTold() {
        assertThatThrownBy(() -> Formats.create("avro"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no format named avro; there are: bytes, double, int, long, string");
    }
}

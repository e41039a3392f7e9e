package io.millrace.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortTextsTest {
    private final ShortTexts texts = new ShortTexts();

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aTextThatComesAgainIsTheSameOne() {
        String first = texts.of(utf8("DE"));

        assertThat(first).isEqualTo("DE");
        assertThat(texts.of(utf8("DE"))).isSameAs(first);
    }

    @Test
    void whatIsDoneToTheArrayLaterChangesNothing() {
        byte[] array = utf8("DE");
        texts.of(array);
        array[1] = 'K';

        assertThat(texts.of(utf8("DE"))).isEqualTo("DE");
        assertThat(texts.of(array)).isEqualTo("DK");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyBytesGiveTheTextThatTheJdkMakesOfThem(long seed) {
        Random random = new Random(seed);
        int alphabet = 2 + random.nextInt(254);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(ShortTexts.MAX_BYTES + 1)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) random.nextInt(alphabet);
            }

            assertThat(texts.of(bytes)).as("seed " + seed).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    @Test
    void goesOnRightWhileItRestsAndAfterwards() {
        for (int i = 0; i < 200_000; i++) {
            assertThat(texts.of(utf8("v" + i))).isEqualTo("v" + i);
        }
        String again = null;
        for (int i = 0; i < 200_000; i++) {
            again = texts.of(utf8("DE"));
        }
        assertThat(texts.of(utf8("DE"))).isSameAs(again);
    }
}

package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlCharactersTest {
    private static String escape(String text) {
        StringBuilder line = new StringBuilder();
        ControlCharacters.escape(text, line);
        return line.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "0000,\\u0000", "0009,\\t", "000a,\\n", "000d,\\r", "001b,\\u001b", "007f,\\u007f", "0080,\\u0080",
        "0085,\\u0085", "009f,\\u009f", "2028,\\u2028", "2029,\\u2029", "d800,\\ud800", "dc00,\\udc00", "005c,\\\\"
    })
    void isEscaped(String hex, String escaped) {
        char c = (char) Integer.parseInt(hex, 16);
        assertThat(escape("a" + c + "b")).isEqualTo("a" + escaped + "b");
    }

    @Test
    void theRestStays() {
        String text = " ~\u00a0Zürich \u4eac \ud83d\ude00 \"{}'";
        assertThat(escape(text)).isEqualTo(text);
        assertThat(escape("")).isEmpty();
    }

    @Test
    void canBeReadBack() {
        long seed = System.nanoTime();
        System.out.println("ControlCharactersTest seed " + seed);
        Random random = new Random(seed);
        String letters = "\\nu0\n\t\r\u001b\u0085\u2028é\ud83d\ude00";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            assertThat(unescape(escape(text.toString()))).isEqualTo(text.toString());
        }
    }

    private static String unescape(String line) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < line.length(); at++) {
            if (line.charAt(at) != '\\') {
                text.append(line.charAt(at));
                continue;
            }
            at++;
            switch (line.charAt(at)) {
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) Integer.parseInt(line.substring(at + 1, at + 5), 16));
                    at += 4;
                }
                default -> text.append(line.charAt(at));
            }
        }
        return text.toString();
    }
}

package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Random;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class CsvColumnTest {
    @Test
    void columns() {
        String line = "Bern,\"46,9\",\"the \"\"old\"\" town\",,\"\"\r\n";
        assertThat(CsvColumn.read(line, 0)).isEqualTo("Bern");
        assertThat(CsvColumn.read(line, 1)).isEqualTo("46,9");
        assertThat(CsvColumn.read(line, 2)).isEqualTo("the \"old\" town");
        assertThat(CsvColumn.read(line, 3)).isEmpty();
        assertThat(CsvColumn.read(line, 4)).isEmpty();
        assertThat(CsvColumn.read(line, 5)).isNull();
    }

    @Test
    void aLineOfOneColumnIsNotCopied() {
        String line = new String("Bern");
        assertThat(CsvColumn.read(line, 0)).isSameAs(line);
    }

    @Test
    void emptyLineHasOneEmptyColumn() {
        assertThat(CsvColumn.read("", 0)).isEmpty();
        assertThat(CsvColumn.read("", 1)).isNull();
    }

    @Test
    void whatFollowsTheColumnIsNotLookedAt() {
        assertThat(CsvColumn.read("a,\"b", 0)).isEqualTo("a");
    }

    @Test
    void textBehindAClosingQuoteIsRefused() {
        assertThatThrownBy(() -> CsvColumn.read("\"a\"b,c", 1))
                .isInstanceOf(SerializationException.class)
                .hasMessage("this is no CSV: in column 0 something follows the closing quote, at character 4");
    }

    @Test
    void readsAsCommonsCsvDoes() throws IOException {
        long seed = System.nanoTime();
        System.out.println("CsvColumnTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 50_000; round++) {
            compare(randomLine(random));
        }
    }

    private static String randomLine(Random random) {
        String letters = "ab ,,,\"\"\"\"é\n\r";
        StringBuilder line = new StringBuilder();
        for (int length = 1 + random.nextInt(16); length > 0; length--) {
            line.append(letters.charAt(random.nextInt(letters.length())));
        }
        return line.toString();
    }

    private static void compare(String line) throws IOException {
        CSVRecord expected;
        try (CSVParser parser = CSVParser.parse(new StringReader(line), CSVFormat.RFC4180)) {
            expected = parser.iterator().next();
        } catch (UncheckedIOException e) {
            assertThatThrownBy(() -> CsvColumn.read(line, Integer.MAX_VALUE))
                    .as("line <%s>, refused by commons-csv: %s", line, e.getMessage())
                    .isInstanceOf(SerializationException.class);
            return;
        }
        for (int column = 0; column < expected.size(); column++) {
            assertThat(CsvColumn.read(line, column))
                    .as("column %s of <%s>", column, line)
                    .isEqualTo(expected.get(column));
        }
        assertThat(CsvColumn.read(line, expected.size()))
                .as("behind the end of <%s>", line)
                .isNull();
    }
}

package io.millrace.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTest {
    @TempDir
    private Path folder;

    @Test
    void csvSkipsTheHeaderAndTakesKeyAndValueFromTheFirstTwoColumns() {
        assertThat(rows(csv("name,country,lat\nOslo,NO,59.9\nBergen,NO,60.4\n")))
                .extracting(SourceTest::key, SourceTest::value)
                .containsExactly(tuple("Oslo", "NO"), tuple("Bergen", "NO"));
    }

    @Test
    void csvKeepsCommasQuotesAndLineEndsWithinQuotes() {
        assertThat(rows(csv("k,v\r\n\"Washington, D.C.\",US\r\n\"the \"\"Rock\"\"\",\"two\nlines\"\r\n")))
                .extracting(SourceTest::key, SourceTest::value)
                .containsExactly(tuple("Washington, D.C.", "US"), tuple("the \"Rock\"", "two\nlines"));
    }

    @Test
    void csvKeepsBytesOfAnyEncoding() {
        byte[] latin = "k,v\nM\u00fcnchen,DE\n".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(rows(csv("k,v\nM\u00fcnchen,\u65e5\u672c\n")))
                .extracting(SourceTest::key, SourceTest::value)
                .containsExactly(tuple("M\u00fcnchen", "\u65e5\u672c"));
        assertThat(rows(Source.csv("latin.csv", new ByteArrayInputStream(latin)))
                        .get(0)
                        .key())
                .isEqualTo("M\u00fcnchen".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void csvWithoutRowsIsEmpty() {
        assertThat(rows(csv(""))).isEmpty();
        assertThat(rows(csv("name,country"))).isEmpty();
    }

    @Test
    void csvNamesFileAndLineOfARowThatIsTooShort() {
        assertThatThrownBy(() -> rows(csv("k,v\na,1\nb\nc,3\n")))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("cities.csv:3 has 1 column ");
    }

    @Test
    void csvNamesFileAndLineOfTheLastRowThatIsTooShort() {
        assertThatThrownBy(() -> rows(csv("k,v\na,1\nb")))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("cities.csv:3 has 1 column ");
    }

    @Test
    void csvNamesFileAndLineOfAQuoteThatIsNeverClosed() {
        assertThatThrownBy(() -> rows(csv("k,v\na,1\n\"b,2\n")))
                .isInstanceOf(BrokerException.class)
                .hasMessageMatching("(?s)cities\\.csv:[34] cannot be read as CSV .*");
    }

    @Test
    void linesAreValuesWithoutKeys() {
        assertThat(rows(lines("a,1\r\n\nlast")))
                .extracting(Source.Row::line, SourceTest::value)
                .containsExactly(tuple(1L, "a,1"), tuple(2L, ""), tuple(3L, "last"));
        assertThat(rows(lines("a\nb\n"))).hasSize(2).allMatch(row -> row.key() == null);
        assertThat(rows(lines(""))).isEmpty();
    }

    @Test
    void linesMayBeLongerThanAnyBuffer() {
        String longLine = "x".repeat(300_000);

        assertThat(rows(lines("short\n" + longLine + "\nend")))
                .extracting(SourceTest::value)
                .containsExactly("short", longLine, "end");
    }

    @Test
    void theNameOfTheFileDecides() throws IOException {
        String text = "k,v\na,1\n";

        assertThat(rows(Source.of(plain("x.CSV", text)))).hasSize(1);
        assertThat(rows(Source.of(packed("x.csv.gz", text)))).hasSize(1);
        assertThat(rows(Source.of(plain("x.txt", text)))).hasSize(2);
        assertThat(rows(Source.of(packed("x.log.gz", text)))).hasSize(2);
    }

    @Test
    void namesAFileThatIsNotThere() {
        assertThatThrownBy(() -> Source.of(folder.resolve("none.csv")))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("none.csv is not there");
    }

    @Test
    void namesAFileThatIsNoGzip() throws IOException {
        Path file = plain("plain.csv.gz", "k,v\n");

        assertThatThrownBy(() -> Source.of(file))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("plain.csv.gz cannot be read");
    }

    @Test
    void namesFileAndLineWhereAGzipIsCutOff() throws IOException {
        StringBuilder text = new StringBuilder("k,v\n");
        for (int i = 0; i < 50_000; i++) {
            text.append(i * 7919L).append(',').append(i).append('\n');
        }
        for (String name : List.of("cut.csv.gz", "cut.gz")) {
            Path file = packed(name, text.toString());
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(whole, whole.length / 2));

            assertThatThrownBy(() -> rows(Source.of(file)))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageMatching("(?s).*" + name + ":\\d{4,} cannot be read.*");
        }
    }

    private static Source csv(String text) {
        return Source.csv("cities.csv", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Source lines(String text) {
        return Source.lines("values.txt", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private Path plain(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path packed(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static List<Source.Row> rows(Source source) {
        List<Source.Row> rows = new ArrayList<>();
        for (Source.Row row = source.next(); row != null; row = source.next()) {
            rows.add(row);
        }
        return rows;
    }

    private static String key(Source.Row row) {
        return new String(row.key(), StandardCharsets.UTF_8);
    }

    private static String value(Source.Row row) {
        return new String(row.value(), StandardCharsets.UTF_8);
    }
}

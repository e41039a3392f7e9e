package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldTest {
    private static String read(String field, Object key, Object value) {
        return Field.compile(field).read(key, value, TestRecords.PLAIN);
    }

    @Test
    void textIsHandedOutAsItIs() {
        String text = new String("Bern");
        assertThat(read("value", "k", text)).isSameAs(text);
        assertThat(read("key", text, "v")).isSameAs(text);
    }

    @Test
    void otherKeysAndValuesAreShownAsText() {
        assertThat(read("key", 7L, null)).isEqualTo("7");
        assertThat(read("value", null, 0.5)).isEqualTo("0.5");
        assertThat(read("value", null, "é".getBytes(StandardCharsets.UTF_8))).isEqualTo("é");
    }

    @Test
    void coordinates() {
        assertThat(read("topic", null, null)).isEqualTo("towns");
        assertThat(read("partition", null, null)).isEqualTo("3");
        assertThat(read("offset", null, null)).isEqualTo("42");
    }

    @Test
    void timestampIsInMilliseconds() {
        ConsumerRecord<byte[], byte[]> timed = new ConsumerRecord<>(
                "t", 0, 0, 1234, TimestampType.CREATE_TIME, 0, 0, null, null, new RecordHeaders(), Optional.empty());
        assertThat(Field.compile("timestamp").read(null, null, timed)).isEqualTo("1234");
        assertThat(read("timestamp", null, null)).isNull();
    }

    @Test
    void theLastHeaderCounts() {
        ConsumerRecord<byte[], byte[]> record = TestRecords.withHeader("a:b", "one");
        record.headers().add("a:b", "two".getBytes(StandardCharsets.UTF_8));
        assertThat(Field.compile("header:a:b").read(null, null, record)).isEqualTo("two");
        assertThat(Field.compile("header:none").read(null, null, record)).isNull();
        ConsumerRecord<byte[], byte[]> empty = TestRecords.withHeader("h", null);
        assertThat(Field.compile("header:h").read(null, null, empty)).isNull();
    }

    @Test
    void intoTheValue() {
        assertThat(read("json:a[1]", null, "{\"a\":[1,2]}")).isEqualTo("2");
        assertThat(read("json:a", null, "{\"a\":\"x\"}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("x");
        assertThat(read("csv:1", null, "a,b,c")).isEqualTo("b");
    }

    @Test
    void everyFieldOfATombstoneIsAbsent() {
        for (String field : new String[] {"key", "value", "json:a", "csv:0"}) {
            assertThat(read(field, null, null)).as(field).isNull();
        }
    }

    @Test
    void badValueNamesThePlace() {
        assertThatThrownBy(() -> read("json:a.b", null, "{\"x\":1,\n  oops}"))
                .isInstanceOf(SerializationException.class)
                .hasMessageStartingWith("this is no JSON, at line 2, column");
        assertThatThrownBy(() -> read("csv:1", null, "a,\"b"))
                .isInstanceOf(SerializationException.class)
                .hasMessage("this is no CSV: the quote of column 1, at character 3, is not closed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|a field is empty",
                "vlaue|there is no field vlaue (did you mean value?); the forms are: key, value,",
                "Value|did you mean value?",
                "headr:x|there is no field headr:x (did you mean header?)",
                "country|there is no field country; the forms are:",
                "value.a.b|reading into decoded objects is not available",
                "key.a|reading into decoded objects is not available",
                "value:a|nothing may follow value",
                "header|it needs a name: header:NAME",
                "header:|the header's name is missing",
                "json|it needs a path",
                "json:|the path is missing",
                "json:a..b|a name is missing before the dot",
                "json:a.|a name is missing behind the dot",
                "json:.a|a name is missing before the dot",
                "json:a.[0]|a name is missing behind the dot",
                "json:a[|in brackets stands a whole number",
                "json:a[x]|in brackets stands a whole number",
                "json:a[-1]|in brackets stands a whole number",
                "json:a[4294967295]|in brackets stands a whole number",
                "json:a[0]b|behind ] comes a dot or a [",
                "json:a]|there is a ] without its [",
                "csv|it needs a column from 0",
                "csv:x|the column is a whole number from 0",
                "csv:-1|the column is a whole number from 0",
                "csv:4294967295|so many columns",
            })
    void faultsAreTold(String field, String message) {
        assertThatThrownBy(() -> Field.compile(field))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}

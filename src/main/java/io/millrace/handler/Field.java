package io.millrace.handler;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A field of a record, compiled from what the configuration says:
 *
 * <ul>
 *   <li>{@code key}, {@code value}: decoded, as text; bytes are read as UTF-8
 *   <li>{@code timestamp}: milliseconds since 1970
 *   <li>{@code topic}, {@code partition}, {@code offset}
 *   <li>{@code header:NAME}: the last header of that name, as UTF-8
 *   <li>{@code json:a.b[0]}: into a value that is JSON text, see {@link JsonPath}
 *   <li>{@code csv:N}: column N, from 0, of a value that is a line of CSV, see {@link CsvColumn}
 * </ul>
 *
 * Immutable; any thread.
 */
public interface Field {
    /**
     * The field as text, null where the record has none.
     *
     * @param key the decoded key or null
     * @param value the decoded value or null
     * @throws org.apache.kafka.common.errors.SerializationException if the value is not of the form that the field
     *     reads, with the place
     */
    String read(Object key, Object value, ConsumerRecord<byte[], byte[]> record);

    /**
     * Compiles a field.
     *
     * @throws IllegalArgumentException if there is no such field, with what is wrong and the forms that exist
     */
    static Field compile(String text) {
        return FieldParser.parse(text);
    }
}

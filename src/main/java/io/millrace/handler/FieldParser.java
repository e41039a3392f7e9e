package io.millrace.handler;

import io.millrace.config.Nearest;
import java.util.List;

/** From the text of a field to the {@link Field}. Stateless; any thread. */
final class FieldParser {
    private static final String FORMS =
            "key, value, timestamp, topic, partition, offset, header:NAME, json:a.b[0], csv:N";

    private static final List<String> WORDS =
            List.of("key", "value", "timestamp", "topic", "partition", "offset", "header", "json", "csv");

    private FieldParser() {}

    static Field parse(String text) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("a field is empty; write one of " + FORMS);
        }
        int colon = text.indexOf(':');
        return colon < 0 ? plain(text) : withArgument(text, text.substring(0, colon), text.substring(colon + 1));
    }

    private static Field plain(String text) {
        return switch (text) {
            case "key" -> (key, value, record) -> Texts.of(key);
            case "value" -> (key, value, record) -> Texts.of(value);
            case "timestamp" -> (key, value, record) -> Texts.timestamp(record);
            case "topic" -> (key, value, record) -> record.topic();
            case "partition" -> (key, value, record) -> Integer.toString(record.partition());
            case "offset" -> (key, value, record) -> Long.toString(record.offset());
            case "header" -> throw wrong(text, "it needs a name: header:NAME");
            case "json" -> throw wrong(text, "it needs a path: json:a.b[0]");
            case "csv" -> throw wrong(text, "it needs a column from 0: csv:N");
            default -> throw unknown(text, text);
        };
    }

    private static Field withArgument(String text, String word, String argument) {
        return switch (word) {
            case "header" -> header(text, argument);
            case "json" -> json(text, argument);
            case "csv" -> csv(text, argument);
            case "key", "value", "timestamp", "topic", "partition", "offset" ->
                throw wrong(text, "nothing may follow " + word);
            default -> throw unknown(text, word);
        };
    }

    private static Field header(String text, String name) {
        if (name.isEmpty()) {
            throw wrong(text, "the header's name is missing: header:NAME");
        }
        return (key, value, record) -> Texts.header(record, name);
    }

    private static Field json(String text, String written) {
        JsonPath path;
        try {
            path = JsonPath.compile(written);
        } catch (IllegalArgumentException e) {
            throw wrong(text, e.getMessage());
        }
        return (key, value, record) -> value == null ? null : path.read(Texts.of(value));
    }

    private static Field csv(String text, String written) {
        int column;
        try {
            column = Integer.parseUnsignedInt(written);
        } catch (NumberFormatException e) {
            throw wrong(text, "the column is a whole number from 0: csv:0");
        }
        if (column < 0) {
            throw wrong(text, "there is no line with so many columns");
        }
        return (key, value, record) -> value == null ? null : CsvColumn.read(Texts.of(value), column);
    }

    private static IllegalArgumentException wrong(String text, String what) {
        return new IllegalArgumentException("the field " + text + " is wrong: " + what);
    }

    private static IllegalArgumentException unknown(String text, String word) {
        if (word.startsWith("value.") || word.startsWith("value[") || word.startsWith("key.")) {
            return wrong(
                    text,
                    "reading into decoded objects is not available; for a value that is text write json:a.b[0] (JSON)"
                            + " or csv:N (CSV)");
        }
        String near = Nearest.names(word, WORDS).stream().findFirst().orElse(null);
        String guess = near == null ? "" : " (did you mean " + near + "?)";
        return new IllegalArgumentException("there is no field " + text + guess + "; the forms are: " + FORMS);
    }
}

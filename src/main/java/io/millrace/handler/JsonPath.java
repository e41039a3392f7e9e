package io.millrace.handler;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;

/**
 * The way to one value inside JSON text: {@code a.b[0]}, {@code [2].name}; names are taken as they stand, blanks and
 * all. A text is read without its quotes, a number as it is written, an object or array as its own JSON. Reading goes
 * token by token and stops at the value: of two members with one name the first counts, and a fault behind the value is
 * not seen. Immutable; any thread.
 */
final class JsonPath {
    // Names come from outside: they must neither fill the JVM's table of interned texts nor fail for colliding.
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    private final Step[] steps;

    private JsonPath(Step[] steps) {
        this.steps = steps;
    }

    /** Into the member {@code name} of an object or, where it is null, to the element {@code index} of an array. */
    private record Step(String name, int index) {}

    /** @throws IllegalArgumentException with what is wrong */
    static JsonPath compile(String path) {
        List<Step> steps = new ArrayList<>();
        int at = 0;
        while (at < path.length()) {
            int end;
            if (path.charAt(at) == '[') {
                end = path.indexOf(']', at);
                steps.add(new Step(null, index(path, at, end)));
                end++;
                mustContinue(path, end);
            } else {
                end = nameEnd(path, at);
                steps.add(new Step(name(path, at, end), -1));
            }
            boolean dot = end < path.length() && path.charAt(end) == '.';
            at = dot ? end + 1 : end;
            if (dot && (at == path.length() || path.charAt(at) == '[')) {
                throw new IllegalArgumentException("a name is missing behind the dot at character " + at);
            }
        }
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("the path is missing: json:a.b[0]");
        }
        return new JsonPath(steps.toArray(Step[]::new));
    }

    private static int nameEnd(String path, int start) {
        int end = start;
        while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
            end++;
        }
        return end;
    }

    private static String name(String path, int start, int end) {
        String name = path.substring(start, end);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a name is missing before the dot at character " + (start + 1));
        }
        if (name.indexOf(']') >= 0) {
            throw new IllegalArgumentException("there is a ] without its [");
        }
        return name;
    }

    private static int index(String path, int start, int end) {
        try {
            int index = end < 0 ? -1 : Integer.parseUnsignedInt(path.substring(start + 1, end));
            if (index >= 0) {
                return index;
            }
        } catch (NumberFormatException e) {
            // told below, as for a bracket that is not closed
        }
        throw new IllegalArgumentException("in brackets stands a whole number from 0: [0]");
    }

    private static void mustContinue(String path, int at) {
        if (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
            throw new IllegalArgumentException("behind ] comes a dot or a [, at character " + (at + 1));
        }
    }

    /**
     * The value as text; null where it is not there or is JSON's null.
     *
     * @throws SerializationException if the text is no JSON, with line and column
     */
    String read(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new SerializationException("this is no JSON: there is nothing in it");
            }
            for (Step step : steps) {
                boolean found = step.name() != null ? member(parser, step.name()) : element(parser, step.index());
                if (!found) {
                    return null;
                }
            }
            return valueText(parser, text);
        } catch (JsonProcessingException e) {
            throw notJson(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean member(JsonParser parser, String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return false;
        }
        for (String found = parser.nextFieldName(); found != null; found = parser.nextFieldName()) {
            parser.nextToken();
            if (found.equals(name)) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static boolean element(JsonParser parser, int index) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        for (int passed = 0; parser.nextToken() != JsonToken.END_ARRAY; passed++) {
            if (passed == index) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static String valueText(JsonParser parser, String text) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (!token.isStructStart()) {
            return parser.getText();
        }
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        return text.substring(start, (int) parser.currentLocation().getCharOffset());
    }

    private static SerializationException notJson(JsonProcessingException e) {
        JsonLocation place = e.getLocation();
        String where = place == null ? "" : ", at line " + place.getLineNr() + ", column " + place.getColumnNr();
        return new SerializationException("this is no JSON" + where + ": " + e.getOriginalMessage(), e);
    }
}

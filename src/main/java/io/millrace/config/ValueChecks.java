package io.millrace.config;

import io.millrace.api.OneOf;
import io.millrace.api.Range;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the annotations of a setting say about its value. Stateless. */
final class ValueChecks {
    private ValueChecks() {}

    /** The value, in the spelling that is declared. */
    static Object checked(RecordComponent component, String key, Object value) throws Fault {
        if (value instanceof Optional<?> optional) {
            return Optional.of(checked(component, key, optional.orElseThrow()));
        }
        Range range = component.getAnnotation(Range.class);
        if (range != null) {
            checkRange(range, key, value);
        }
        OneOf words = component.getAnnotation(OneOf.class);
        return words == null ? value : spelling(words, key, value);
    }

    /** A value that could stand there. */
    static String example(RecordComponent component) {
        OneOf words = component.getAnnotation(OneOf.class);
        if (words != null) {
            return words.value()[0];
        } else if (component.getType() == List.class) {
            return "[first, second]";
        } else if (component.getType() == Duration.class) {
            return "10s";
        } else if (component.getType() == boolean.class) {
            return "true";
        } else if (component.getType().isEnum()) {
            return ValueReader.written(component.getType().getEnumConstants()[0]);
        }
        return component.getType().isPrimitive() ? "100" : "\"…\"";
    }

    private static Object spelling(OneOf words, String key, Object value) throws Fault {
        for (String word : words.value()) {
            if (word.equalsIgnoreCase(value.toString())) {
                return word;
            }
        }
        throw ValueReader.oneOf(key, value.toString(), List.of(words.value()));
    }

    private static void checkRange(Range range, String key, Object value) throws Fault {
        boolean low = !range.min().isEmpty() && compare(key, value, range.min()) < 0;
        boolean high = !range.max().isEmpty() && compare(key, value, range.max()) > 0;
        if (low || high) {
            throw new Fault(
                    Ids.BAD_VALUE,
                    key + " must be " + words(range) + ", found " + show(value),
                    "fix: " + key + " = " + (low ? range.min() : range.max()));
        }
    }

    private static int compare(String key, Object value, String bound) throws Fault {
        return value instanceof Duration duration
                ? duration.compareTo(Durations.parse(key, bound))
                : new BigDecimal(value.toString()).compareTo(new BigDecimal(bound));
    }

    private static String words(Range range) {
        if (range.max().isEmpty()) {
            return "at least " + range.min();
        }
        return range.min().isEmpty() ? "at most " + range.max() : "from " + range.min() + " to " + range.max();
    }

    private static String show(Object value) {
        return value instanceof Duration duration ? Durations.show(duration) : value.toString();
    }
}

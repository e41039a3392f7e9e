package io.millrace.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueFactory;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** Reads and writes durations as users do: {@code 50ms}, {@code 1m}, {@code PT6H}. Stateless. */
final class Durations {
    private static final Pattern BARE = Pattern.compile("\\s*[-+]?[0-9.]+\\s*");

    private Durations() {}

    /** A duration that is not negative. */
    static Duration parse(String key, String text) throws Fault {
        if (BARE.matcher(text).matches()) {
            String number = text.strip();
            throw new Fault(
                    Ids.WRONG_TYPE,
                    key + " = " + number + " has no unit",
                    "fix: " + key + " = " + number + "ms, or " + number + "s");
        }
        try {
            Duration duration = text.startsWith("P")
                    ? Duration.parse(text)
                    : ConfigValueFactory.fromAnyRef(text).atKey("d").getDuration("d");
            if (!duration.isNegative()) {
                // The engine counts in nanoseconds: what does not fit is refused here.
                return Duration.ofNanos(duration.toNanos());
            }
        } catch (ConfigException | DateTimeParseException | ArithmeticException e) {
            throw new Fault(Ids.WRONG_TYPE, noDuration(key, text), "fix: " + key + " = 10s");
        }
        throw new Fault(Ids.BAD_VALUE, key + " must not be negative", "fix: " + key + " = 10s");
    }

    /** As HOCON text, in the largest unit that divides it. */
    static String show(Duration duration) {
        long millis = duration.toMillis();
        if (!duration.equals(Duration.ofMillis(millis))) {
            return duration.toNanos() + "ns";
        } else if (millis % 1000 != 0 || millis == 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static String noDuration(String key, String text) {
        return key + " must be a duration, but \"" + Redaction.own(key, false, text) + "\" is none";
    }
}

package io.millrace.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations of the command line: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code PT30S}. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");

    @Override
    public Duration convert(String text) {
        Matcher matcher = SHORT.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            return of(Long.parseLong(matcher.group(1)), matcher.group(2));
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "'" + text + "' is no duration: write a number and its unit, such as 30s or 5m");
        }
    }

    private static Duration of(long number, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}

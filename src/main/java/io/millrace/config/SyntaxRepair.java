package io.millrace.config;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Puts quotes around a value that needs them, the most frequent fault of syntax ({@code servers = host:9092}),
 * so that the rest of the file can be judged in the same pass. Stateless.
 */
final class SyntaxRepair {
    private static final Pattern KEY = Pattern.compile("([\\w.\"-]+)[ \\t]*(?:\\+?=|:)[ \\t]*");
    private static final Pattern NEXT_KEY = Pattern.compile(",\\s*[\\w.\"-]+(\\s*[={]|:\\s)");
    private static final Pattern SPECIAL = Pattern.compile("[:,+\\[\\]^?!@*&\\\\`$#]");

    private SyntaxRepair() {}

    /** A line with one more value in quotes; empty where there is none that needs them. */
    static Optional<String> repair(String line) {
        Matcher key = KEY.matcher(line);
        int from = 0;
        while (from <= line.length() && key.find(from)) {
            int start = key.end();
            int end = valueEnd(line, start);
            String value = line.substring(start, end);
            Optional<String> quoted = quote(value);
            if (quoted.isPresent()) {
                return Optional.of(line.substring(0, start) + quoted.get() + line.substring(end));
            }
            from = value.startsWith("{") || value.isEmpty() ? start : Math.max(end, start + 1);
        }
        return Optional.empty();
    }

    private static int valueEnd(String line, int start) {
        int end = start;
        Matcher next = NEXT_KEY.matcher(line);
        while (end < line.length() && !endsAt(line, start, end, next)) {
            end++;
        }
        while (end > start && Character.isWhitespace(line.charAt(end - 1))) {
            end--;
        }
        return end > start && line.charAt(end - 1) == ',' ? end - 1 : end;
    }

    private static boolean endsAt(String line, int start, int at, Matcher next) {
        char c = line.charAt(at);
        boolean spaced = at == start || Character.isWhitespace(line.charAt(at - 1));
        if (c == '#' || c == '/') {
            return spaced && (c == '#' || line.startsWith("//", at));
        }
        if (c == '}') {
            return line.lastIndexOf('{', start) >= 0 || spaced;
        }
        return c == ','
                && !line.startsWith("[", start)
                && next.region(at, line.length()).lookingAt();
    }

    private static Optional<String> quote(String value) {
        if (value.isEmpty() || value.contains("\"") || value.contains("${") || value.startsWith("{")) {
            return Optional.empty();
        }
        if (value.startsWith("[")) {
            return value.endsWith("]") && value.lastIndexOf('[') == 0 ? quoteElements(value) : Optional.empty();
        }
        return SPECIAL.matcher(value).find() ? Optional.of(inQuotes(value)) : Optional.empty();
    }

    private static Optional<String> quoteElements(String list) {
        String inner = list.substring(1, list.length() - 1);
        if (inner.isBlank() || !SPECIAL.matcher(inner.replace(",", "")).find()) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(inner.split(","))
                .map(String::strip)
                .map(element -> SPECIAL.matcher(element).find() ? inQuotes(element) : element)
                .collect(Collectors.joining(", ", "[", "]")));
    }

    private static String inQuotes(String value) {
        return '"' + value.replace("\\", "\\\\") + '"';
    }
}

package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a {@code print} handler has written into a file, one {@link #FORMAT} line per record. */
public final class PrintedRecords {
    /** The handler's format. */
    public static final String FORMAT = "{topic}-{partition}@{offset}";

    private static final Pattern WHOLE = Pattern.compile("[\\w.-]+-\\d+@\\d+");

    private final Map<String, Long> times;

    private PrintedRecords(Map<String, Long> times) {
        this.times = times;
    }

    public static PrintedRecords read(Path file) {
        try (var lines = Files.lines(file)) {
            // The last line of a process that was killed may be torn.
            return new PrintedRecords(lines.filter(line -> WHOLE.matcher(line).matches())
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The settings of a handler that writes such a file. */
    public static String handler(Path file) {
        return "handler { type = print, to = \"" + file + "\", format = \"" + FORMAT + "\" }";
    }

    /** How many lines the file has so far; 0 if there is none yet. */
    public static long lines(Path file) {
        if (!Files.exists(file)) {
            return 0;
        }
        try (var lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many different records. */
    public long distinct() {
        return times.size();
    }

    /** How many lines too many. */
    public long repeated() {
        return times.values().stream().mapToLong(count -> count - 1).sum();
    }

    /** The records that are there more than once, a few of them, for messages. */
    public List<String> someRepeated() {
        return times.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::toString)
                .limit(5)
                .toList();
    }
}

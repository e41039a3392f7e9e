package io.millrace.config;

import java.util.Comparator;

/**
 * Where something is written: a file with a line, or another source by name ({@code environment MILLRACE_NAME}).
 * Immutable; any thread.
 *
 * @param source the file as the user named it, or the other source; never holds a value
 * @param line from 1; 0 where the source has no lines
 * @param column from 1; 0 where it is not known
 */
public record Place(String source, int line, int column) implements Comparable<Place> {
    private static final Comparator<Place> ORDER = Comparator.comparing((Place place) -> place.line == 0)
            .thenComparing(Place::source)
            .thenComparingInt(Place::line)
            .thenComparingInt(Place::column);

    /** A source without lines. */
    public static Place of(String source) {
        return new Place(source, 0, 0);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    /** File and line only, as an origin is shown. */
    String withoutColumn() {
        return line == 0 ? source : source + ":" + line;
    }

    @Override
    public String toString() {
        return column == 0 ? withoutColumn() : withoutColumn() + ":" + column;
    }
}

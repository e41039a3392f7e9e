package io.millrace.api;

/**
 * Offsets of one partition, from {@code from} up to, and without, {@code to}. Between them there may be offsets that no
 * record has: ends of transactions, aborted and compacted records. Immutable; any thread.
 */
public record OffsetRange(long from, long to) {
    public OffsetRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no range of offsets: from " + from + " to " + to);
        }
    }

    @Override
    public String toString() {
        return "[" + from + "," + to + ")";
    }
}

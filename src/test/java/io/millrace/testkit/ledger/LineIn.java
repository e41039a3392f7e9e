package io.millrace.testkit.ledger;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.TopicPartition;

/**
 * The body of one line while it is read, from left to right. Partitions that were seen before come from a cache, so
 * that reading a line of a record makes no object of its own. One thread.
 */
final class LineIn {
    private static final int CACHE = 1024;

    private record Name(byte[] bytes, TopicPartition partition) {}

    private final Name[] names = new Name[CACHE];
    private byte[] bytes;
    private int at;
    private int end;

    void set(byte[] source, int from, int to) {
        bytes = source;
        at = from;
        end = to;
    }

    boolean isDone() {
        return at >= end;
    }

    /** Whether the word here is this one; passes it if so. */
    boolean take(byte[] word) {
        int to = at + word.length;
        if (to > end || !Arrays.equals(bytes, at, to, word, 0, word.length) || to < end && bytes[to] != ' ') {
            return false;
        }
        at = to + 1;
        return true;
    }

    String word() {
        int to = indexOf((byte) ' ');
        String word = new String(bytes, at, to - at, StandardCharsets.US_ASCII);
        at = to + 1;
        return word;
    }

    long number() {
        boolean negative = at < end && bytes[at] == '-';
        int i = negative ? at + 1 : at;
        int first = i;
        long value = 0;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            value = value * 10 + bytes[i++] - '0';
        }
        if (i == first) {
            throw bad("a number");
        }
        at = i < end && bytes[i] == ' ' ? i + 1 : i;
        return negative ? -value : value;
    }

    long field(String label) {
        label(label);
        return number();
    }

    long offset(String label) {
        label(label);
        if (at < end && bytes[at] == '?') {
            at += 2;
            return JournalEvent.UNKNOWN;
        }
        if (at < end && bytes[at] == 'n') {
            at += 5;
            return JournalEvent.NONE;
        }
        return number();
    }

    String text(String label) {
        label(label);
        int to = indexOf((byte) ' ');
        ByteArrayOutputStream plain = new ByteArrayOutputStream(to - at);
        for (int i = at; i < to; i++) {
            if (bytes[i] == '%' && i + 2 < to) {
                plain.write(Character.digit(bytes[i + 1], 16) << 4 | Character.digit(bytes[i + 2], 16));
                i += 2;
            } else {
                plain.write(bytes[i]);
            }
        }
        at = to + 1;
        return plain.toString(StandardCharsets.UTF_8);
    }

    TopicPartition partition() {
        int to = at;
        int hash = 1;
        while (to < end && bytes[to] != ' ' && bytes[to] != '@') {
            hash = 31 * hash + bytes[to++];
        }
        int slot = (hash ^ hash >>> 16) & CACHE - 1;
        Name name = names[slot];
        if (name == null || !Arrays.equals(bytes, at, to, name.bytes, 0, name.bytes.length)) {
            byte[] copy = Arrays.copyOfRange(bytes, at, to);
            name = new Name(copy, Partitions.parse(new String(copy, StandardCharsets.US_ASCII)));
            names[slot] = name;
        }
        at = to + 1;
        return name.partition;
    }

    /** The beginning of {@code [from,to)}. */
    long rangeFrom() {
        label("[");
        return number();
    }

    /** The rest of it. */
    long rangeTo() {
        label(",");
        long to = number();
        label(")");
        if (at < end && bytes[at] == ' ') {
            at++;
        }
        return to;
    }

    private void label(String label) {
        int length = label.length();
        if (at + length > end) {
            throw bad(label);
        }
        for (int i = 0; i < length; i++) {
            if (bytes[at + i] != label.charAt(i)) {
                throw bad(label);
            }
        }
        at += length;
    }

    private int indexOf(byte wanted) {
        int i = at;
        while (i < end && bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    IllegalArgumentException bad(String wanted) {
        String rest = at < end ? new String(bytes, at, end - at, StandardCharsets.UTF_8) : "the end";
        return new IllegalArgumentException("wanted " + wanted + ", found " + rest);
    }
}

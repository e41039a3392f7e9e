package io.millrace.testkit.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.kafka.common.TopicPartition;

/**
 * Builds checked lines, one after the other, in one buffer: {@code LLLLL CCCCCCCC BODY\n}, where L is the length of the
 * body in bytes as five decimal digits and C the CRC32C of the body in hexadecimal. One thread.
 */
final class LineOut {
    /** Bytes before a body. */
    static final int PREFIX = 15;

    static final int MAX_BODY = 99_999;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final CRC32C crc = new CRC32C();
    private byte[] bytes = new byte[4096];
    private int size;
    private int body;

    /** Begins a line; everything until {@link #end} is its body. */
    LineOut begin(String keyword) {
        room(PREFIX + keyword.length());
        body = size + PREFIX;
        size = body;
        return ascii(keyword);
    }

    /** A space and a number. */
    LineOut number(long value) {
        return space().digits(value);
    }

    /** A space, a label and a number. */
    LineOut field(String label, long value) {
        return space().ascii(label).digits(value);
    }

    /** A space, a label and an offset, which may be none or unknown. */
    LineOut offset(String label, long value) {
        if (value == JournalEvent.NONE) {
            return space().ascii(label).ascii("none");
        }
        return value == JournalEvent.UNKNOWN ? space().ascii(label).ascii("?") : field(label, value);
    }

    /** A space, a label and a text of any kind: what could be mistaken for a separator is written as {@code %XX}. */
    LineOut text(String label, String value) {
        space().ascii(label);
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            room(3);
            if (b > ' ' && b < 0x7f && b != '%' && b != '=') {
                bytes[size++] = b;
            } else {
                bytes[size++] = '%';
                bytes[size++] = HEX[b >> 4 & 15];
                bytes[size++] = HEX[b & 15];
            }
        }
        return this;
    }

    LineOut word(String word) {
        return space().ascii(word);
    }

    LineOut partition(TopicPartition partition) {
        return space().ascii(partition.topic()).ascii("-").digits(partition.partition());
    }

    LineOut record(TopicPartition partition, long offset) {
        return partition(partition).ascii("@").digits(offset);
    }

    /** {@code [from,to)}. */
    LineOut range(long from, long to) {
        return space().ascii("[").digits(from).ascii(",").digits(to).ascii(")");
    }

    /** Ends the line: puts length and checksum before it. */
    void end() {
        int length = size - body;
        if (length > MAX_BODY) {
            throw new IllegalArgumentException("a line of " + length + " bytes");
        }
        crc.reset();
        crc.update(bytes, body, length);
        int at = body - PREFIX;
        int rest = length;
        for (int i = 4; i >= 0; i--) {
            bytes[at + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        bytes[at + 5] = ' ';
        long sum = crc.getValue();
        for (int i = 0; i < 8; i++) {
            bytes[at + 6 + i] = HEX[(int) (sum >> (28 - 4 * i)) & 15];
        }
        bytes[at + 14] = ' ';
        room(1);
        bytes[size++] = '\n';
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    private LineOut space() {
        room(1);
        bytes[size++] = ' ';
        return this;
    }

    @SuppressWarnings("deprecation") // the one copy of ASCII that allocates nothing
    private LineOut ascii(String text) {
        int length = text.length();
        room(length);
        text.getBytes(0, length, bytes, size);
        size += length;
        return this;
    }

    private LineOut digits(long value) {
        room(20);
        if (value < 0) {
            return ascii(Long.toString(value));
        }
        int end = size + 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            end++;
        }
        size = end;
        long rest = value;
        do {
            bytes[--end] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        return this;
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}

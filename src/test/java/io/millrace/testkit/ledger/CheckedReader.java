package io.millrace.testkit.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads the lines that {@link LineOut} makes. A last line that breaks off before its line feed is what SIGKILL leaves
 * and is passed over; any other line that does not agree with its length and checksum is an error. One thread.
 */
final class CheckedReader implements AutoCloseable {
    private final Path file;
    private final InputStream in;
    private final CRC32C crc = new CRC32C();
    private final LineIn line = new LineIn();
    private byte[] bytes = new byte[1 << 17];
    private int at;
    private int end;
    private boolean ended;
    private boolean torn;
    private long number;

    CheckedReader(Path file) {
        this.file = file;
        try {
            this.in = Files.newInputStream(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The body of the next line, good until the next call; null at the end. */
    LineIn next() {
        if (!has(LineOut.PREFIX)) {
            return last();
        }
        int length = 0;
        for (int i = 0; i < 5; i++) {
            length = length * 10 + bytes[at + i] - '0';
        }
        if (length < 0 || length > LineOut.MAX_BODY || bytes[at + 5] != ' ' || bytes[at + 14] != ' ') {
            return last();
        }
        if (!has(LineOut.PREFIX + length)) {
            return last();
        }
        boolean fed = has(LineOut.PREFIX + length + 1);
        int body = at + LineOut.PREFIX;
        crc.reset();
        crc.update(bytes, body, length);
        if (crc.getValue() != sum() || fed && bytes[body + length] != '\n') {
            return last();
        }
        number++;
        line.set(bytes, body, body + length);
        at = body + length + (fed ? 1 : 0);
        return line;
    }

    /** Whether the last line breaks off; known when {@link #next} has returned null. */
    boolean isTorn() {
        return torn;
    }

    /** Something in the line that came last is wrong. */
    BrokenWitnessException broken(String why) {
        return new BrokenWitnessException(file, number, why);
    }

    private long sum() {
        long sum = 0;
        for (int i = 6; i < 14; i++) {
            int digit = Character.digit(bytes[at + i], 16);
            if (digit < 0) {
                return -1;
            }
            sum = sum << 4 | digit;
        }
        return sum;
    }

    /** No whole line stands here: nothing, or a torn one, or an error. */
    private LineIn last() {
        while (!ended) {
            has(end - at + 1);
            if (hasLineFeed()) {
                break;
            }
        }
        if (hasLineFeed()) {
            number++;
            throw broken("length or checksum is wrong");
        }
        torn = at < end;
        at = end;
        return null;
    }

    private boolean hasLineFeed() {
        for (int i = at; i < end; i++) {
            if (bytes[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private boolean has(int wanted) {
        while (end - at < wanted && !ended) {
            if (at > 0) {
                System.arraycopy(bytes, at, bytes, 0, end - at);
                end -= at;
                at = 0;
            }
            if (end == bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length * 2);
            }
            try {
                int read = in.read(bytes, end, bytes.length - end);
                ended = read < 0;
                end += Math.max(0, read);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return end - at >= wanted;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

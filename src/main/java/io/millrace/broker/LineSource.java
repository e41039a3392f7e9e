package io.millrace.broker;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** One value a line, no key. Lines end in LF or CRLF; bytes are taken as they are. */
final class LineSource implements Source {
    /** No broker takes such a record; a file without line ends must not fill the memory first. */
    private static final int LONGEST = 1 << 26;

    private static final int BUFFER = 1 << 16;

    private final String name;
    private final InputStream text;
    private byte[] buffer = new byte[BUFFER];
    private int start;
    private int end;
    private long line;

    LineSource(String name, InputStream text) {
        this.name = name;
        this.text = text;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Row next() {
        int scanned = start;
        while (true) {
            for (int i = scanned; i < end; i++) {
                if (buffer[i] == '\n') {
                    Row row = row(i);
                    start = i + 1;
                    return row;
                }
            }
            int pending = end - start;
            if (!fill()) {
                return pending == 0 ? null : last();
            }
            scanned = start + pending;
        }
    }

    private Row last() {
        Row row = row(end);
        start = end;
        return row;
    }

    private Row row(int lineEnd) {
        boolean carriageReturn = lineEnd > start && buffer[lineEnd - 1] == '\r';
        return new Row(++line, null, Arrays.copyOfRange(buffer, start, carriageReturn ? lineEnd - 1 : lineEnd));
    }

    /** Reads on behind what is pending, which moves to the front; false at the end of the text. */
    private boolean fill() {
        int pending = end - start;
        if (pending > LONGEST) {
            throw new BrokerException(name + ":" + (line + 1) + " is longer than " + LONGEST
                    + " bytes: check that the file is text, one value a line");
        }
        byte[] target = pending > buffer.length / 2 ? new byte[buffer.length * 2] : buffer;
        System.arraycopy(buffer, start, target, 0, pending);
        buffer = target;
        start = 0;
        end = pending;
        try {
            int read = text.read(buffer, pending, buffer.length - pending);
            end += Math.max(0, read);
            return read >= 0;
        } catch (IOException e) {
            throw new BrokerException(
                    name + ":" + (line + 1) + " cannot be read (" + e.getMessage() + "): check that the file is whole",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}

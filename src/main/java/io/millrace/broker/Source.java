package io.millrace.broker;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Rows to load, in order, with a name for messages. For one thread. */
public interface Source extends Closeable {
    /**
     * A record to be.
     *
     * @param line where the row ends in its file, counted from 1
     * @param key null where the source has no keys
     */
    record Row(long line, byte[] key, byte[] value) {}

    /** The file's name, or whatever tells a user which source this is. */
    String name();

    /**
     * The next row, null after the last one.
     *
     * @throws BrokerException with name and line, where the source is broken
     */
    Row next();

    /** The rows of CSV text: the first row is a header and skipped, column 0 is the key, column 1 the value. */
    static Source csv(String name, InputStream text) {
        return new CsvSource(name, text);
    }

    /** The lines of a text: each is a value without a key. */
    static Source lines(String name, InputStream text) {
        return new LineSource(name, text);
    }

    /** The rows of a file, unpacked where its name ends in {@code .gz}: CSV where the rest ends in {@code .csv}. */
    static Source of(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean packed = name.endsWith(".gz");
        InputStream text = open(file, packed);
        boolean csv = name.endsWith(".csv") || name.endsWith(".csv.gz");
        return csv ? csv(file.toString(), text) : lines(file.toString(), text);
    }

    private static InputStream open(Path file, boolean packed) {
        try {
            InputStream raw = Files.newInputStream(file);
            return packed ? unpack(raw) : raw;
        } catch (NoSuchFileException e) {
            throw new BrokerException("file " + file + " is not there: check the path", e);
        } catch (IOException e) {
            throw new BrokerException(
                    "file " + file + " cannot be read (" + e.getMessage() + "): check that it is a whole "
                            + (packed ? "gzip file" : "file") + " that this user may read",
                    e);
        }
    }

    private static InputStream unpack(InputStream raw) throws IOException {
        final int buffer = 1 << 16;
        try {
            return new GZIPInputStream(raw, buffer);
        } catch (IOException e) {
            // The header is read at once, and a stream that was never handed out nobody else would close.
            raw.close();
            throw e;
        }
    }
}

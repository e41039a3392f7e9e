package io.millrace.testkit.ledger;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes checked lines to a file of its own. Nothing is forced to disk: what the kernel was given survives the death of
 * the process, which is all that is asked. One thread.
 */
final class CheckedWriter implements AutoCloseable {
    private final LineOut lines = new LineOut();
    private final FileOutputStream out;

    /** @throws UncheckedIOException if the file is there already: a torn line must stay the last one */
    CheckedWriter(Path file) {
        try {
            if (Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            this.out = new FileOutputStream(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    LineOut begin(String keyword) {
        return lines.begin(keyword);
    }

    LineOut lines() {
        return lines;
    }

    /** How many bytes wait for {@link #flush}. */
    int waiting() {
        return lines.size();
    }

    /** Hands all lines that wait to the kernel, in one write. */
    void flush() {
        if (lines.size() > 0) {
            try {
                out.write(lines.bytes(), 0, lines.size());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                lines.clear();
            }
        }
    }

    @Override
    public void close() {
        try (out) {
            flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

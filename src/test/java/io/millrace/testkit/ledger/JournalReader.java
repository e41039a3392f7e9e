package io.millrace.testkit.ledger;

import java.nio.file.Path;

/** Streams a journal from its file; a torn last line is passed over, see {@link #isTorn}. One thread. */
public final class JournalReader implements EventStream {
    private final CheckedReader lines;

    public JournalReader(Path file) {
        this.lines = new CheckedReader(file);
    }

    @Override
    public JournalEvent next() {
        LineIn line = lines.next();
        if (line == null) {
            return null;
        }
        try {
            return EventDecoder.decode(line);
        } catch (RuntimeException e) {
            throw lines.broken(e.getMessage());
        }
    }

    /** Whether the last line broke off; known when {@link #next} has returned null. */
    public boolean isTorn() {
        return lines.isTorn();
    }

    @Override
    public void close() {
        lines.close();
    }
}

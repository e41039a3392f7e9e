package io.millrace.testkit.ledger;

import java.nio.file.Path;

/** A witness that cannot be read: its run does not count. */
public final class BrokenWitnessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenWitnessException(Path file, long line, String why) {
        super(file.getFileName() + ", line " + line + ": " + why);
    }

    public BrokenWitnessException(String message) {
        super(message);
    }
}

package io.millrace.process;

/** The bytes of a key or of a value are not of the format that the configuration names. */
public final class UndecodableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UndecodableException(String part, Throwable cause) {
        super(part + ": " + (cause.getMessage() == null ? cause.toString() : cause.getMessage()), cause);
    }
}

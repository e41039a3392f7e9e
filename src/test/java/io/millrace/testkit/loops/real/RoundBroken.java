package io.millrace.testkit.loops.real;

/** A round could not go on: a loop has failed, or does not do what it must for as long as it runs. */
final class RoundBroken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RoundBroken(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.millrace.testkit.rounds;

/** An engine did something that no verdict of the checker tells of: it ended by itself, or went on for ever. */
final class RoundFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RoundFailure(String message) {
        super(message);
    }

    RoundFailure(String message, Throwable cause) {
        super(message, cause);
    }
}

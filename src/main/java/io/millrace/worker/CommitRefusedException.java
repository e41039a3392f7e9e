package io.millrace.worker;

/** A commit failed in a way that no repetition can mend. Ends the worker. */
public final class CommitRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommitRefusedException(CommitOutcome outcome, Throwable cause) {
        super("commit " + outcome.name().toLowerCase(java.util.Locale.ROOT) + ": " + cause, cause);
    }
}

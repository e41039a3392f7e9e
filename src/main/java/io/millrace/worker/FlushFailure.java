package io.millrace.worker;

/** The handler could not make durable what it has handled: nothing since the last flush may be committed. */
public final class FlushFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FlushFailure(Throwable cause) {
        super("the handler's flush failed: " + cause, cause);
    }
}

package io.millrace.supervisor;

/** The run could not start. */
final class StartFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient EngineFailure failure;

    StartFailure(EngineFailure failure) {
        super(failure.message(), failure.cause());
        this.failure = failure;
    }

    EngineFailure failure() {
        return failure;
    }
}

package io.millrace.worker;

/**
 * What goes wrong inside the client's callbacks, which must never throw: kept until the loop takes it. Used by the
 * worker's own thread alone.
 */
final class CallbackFailures {
    private Throwable failure;

    /** Runs a step and keeps what it throws. */
    void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            keep(e);
        }
    }

    /** Of several failures the one that forbids a further commit comes first. */
    private void keep(Throwable next) {
        if (failure == null) {
            failure = next;
        } else if (next instanceof FlushFailure || next instanceof VirtualMachineError) {
            next.addSuppressed(failure);
            failure = next;
        } else {
            failure.addSuppressed(next);
        }
    }

    /** What went wrong, once; null: nothing. */
    Throwable take() {
        Throwable taken = failure;
        failure = null;
        return taken;
    }
}

package io.millrace.worker;

/** Something failed while partitions came or went; the cause tells what. */
public final class RebalanceFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RebalanceFailure(Throwable cause) {
        super("during a rebalance: " + (cause.getMessage() == null ? cause.toString() : cause.getMessage()), cause);
    }
}

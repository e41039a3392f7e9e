package io.millrace.testkit.witness;

/** Ends what a worker was doing whose process has been killed: no line of it comes into the journal any more. */
public final class CutOff extends Error {
    private static final long serialVersionUID = 1L;

    public CutOff() {
        super("killed", null, false, false);
    }
}

package io.millrace.testkit.ledger.sim;

/** SIGKILL: ends what a process was doing. Only the simulation catches it. */
final class SimKilled extends Error {
    private static final long serialVersionUID = 1L;

    SimKilled() {
        super("killed", null, false, false);
    }
}

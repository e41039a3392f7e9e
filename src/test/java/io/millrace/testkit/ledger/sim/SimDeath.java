package io.millrace.testkit.ledger.sim;

/** What kills one worker and not its process, as running out of memory. */
final class SimDeath extends Error {
    private static final long serialVersionUID = 1L;

    SimDeath() {
        super("OutOfMemoryError", null, false, false);
    }
}

package io.millrace.testkit.loops.real;

/** What kills one worker and not its process, as running out of memory. */
final class LoopDeath extends Error {
    private static final long serialVersionUID = 1L;

    LoopDeath() {
        super("OutOfMemoryError", null, false, false);
    }
}

/**
 * The witnesses of a run on a real broker, in the files that {@link io.millrace.testkit.ledger} judges: an engine in a
 * process of its own that journals what its handler is given and its client is told
 * ({@link io.millrace.testkit.witness.EngineUnderTest}), the observer beside it, producers that keep a ledger, and the
 * readers that tell afterwards what the log holds and what the group's coordinator has accepted.
 *
 * <p>One folder holds all of a run. Producers and engines write into it while they run; when all have ended, {@link
 * io.millrace.testkit.witness.LogReader} and {@link io.millrace.testkit.witness.OffsetsTopic} give what is missing.
 */
package io.millrace.testkit.witness;

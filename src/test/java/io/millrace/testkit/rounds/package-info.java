/**
 * Rounds of the ledger on a real broker: engine processes that do their work while one thing goes wrong, and a verdict.
 *
 * <p>{@link io.millrace.testkit.rounds.Round} is one of them; what goes wrong is a
 * {@link io.millrace.testkit.rounds.Scenario}; all else is drawn from a seed. {@link io.millrace.testkit.rounds.Soak}
 * runs as many as asked.
 */
package io.millrace.testkit.rounds;

/**
 * The ledger: the machine that decides whether a promise about delivery was kept.
 *
 * <p>Witnesses that know nothing of each other are written while an engine runs: what the producer sent, what the
 * handler was given and the client was told, what the log holds, what the group has committed, and what an observer did
 * to the engine and saw of it. {@link io.millrace.testkit.ledger.Checker} joins them afterwards by partition and offset
 * and gives {@link io.millrace.testkit.ledger.Verdict verdicts}. Nothing here needs a broker: whoever has one writes
 * the same files into one folder, as {@link io.millrace.testkit.ledger.Witnesses} names them.
 */
package io.millrace.testkit.ledger;

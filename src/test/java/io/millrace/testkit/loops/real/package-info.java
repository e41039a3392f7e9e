/**
 * The loops of {@link io.millrace.testkit.loops} on a real broker with real consumers, in rounds in which things go
 * wrong: so the ledger's checker is tried on what brokers and clients really do, before it judges ours.
 *
 * <p>{@link io.millrace.testkit.loops.real.LoopRound} is one round, all of it drawn from a seed. Its "processes" are
 * named groups of threads of this JVM, which can be stopped dead and frozen; their journals and the other witnesses are
 * those of {@link io.millrace.testkit.witness}. {@link io.millrace.testkit.loops.real.LoopSoak} runs as many rounds as
 * asked, several at a time on one broker.
 */
package io.millrace.testkit.loops.real;

/**
 * The loops that prove the ledger: one that keeps the promise, with its two ways to commit
 * ({@link io.millrace.testkit.loops.LoopKind}), and engines that differ from it by one deliberate fault
 * ({@link io.millrace.testkit.loops.WrongEngine}). They know of their world a
 * {@link io.millrace.testkit.loops.LoopClient} and a {@link io.millrace.testkit.loops.Chance} alone, so that the same
 * loops run in the simulation of {@link io.millrace.testkit.ledger.sim} and on a real broker.
 */
package io.millrace.testkit.loops;

/**
 * A cluster, a group and engines in memory, all from one seed, that write the ledger's witnesses: so that the checker
 * is tried on engines that are right and on engines that are wrong in one known way, before it judges ours.
 */
package io.millrace.testkit.ledger.sim;

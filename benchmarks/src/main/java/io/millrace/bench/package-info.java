/**
 * Whole-pipeline benchmarks: the engine and a bare consumer loop in turn, in one JVM, against a broker in a process of
 * its own.
 */
package io.millrace.bench;

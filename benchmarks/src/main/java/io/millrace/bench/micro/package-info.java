/** Micro benchmarks: parts of the engine over records that are already there, without a broker. */
package io.millrace.bench.micro;

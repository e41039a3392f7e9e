/** What is counted and timed, and under which names. */
package io.millrace.metrics;

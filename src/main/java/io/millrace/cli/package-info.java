/** The command line: one class per command, exit codes, signals, progress. */
package io.millrace.cli;

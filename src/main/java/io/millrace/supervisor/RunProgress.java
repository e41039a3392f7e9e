package io.millrace.supervisor;

/**
 * How far a bounded run is: offsets for a run to the end, records for a run with a budget. Immutable; any thread.
 *
 * @param unit {@code "offsets"} or {@code "records"}
 */
public record RunProgress(long done, long total, String unit) {}

package io.millrace.supervisor;

import java.util.List;

/**
 * How a run ended. Immutable; any thread.
 *
 * @param drained whether all that was handled is committed and every worker has ended
 * @param failures what went wrong, in the order of time
 */
public record EngineReport(EngineSnapshot last, StopReason stopped, boolean drained, List<EngineFailure> failures) {}

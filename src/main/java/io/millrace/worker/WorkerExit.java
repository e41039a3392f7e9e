package io.millrace.worker;

import java.util.Optional;

/**
 * How a worker ended. Immutable; any thread.
 *
 * @param clean whether everything it finished was committed and it left its group
 */
public record WorkerExit(int worker, boolean clean, Optional<Throwable> failure, WorkerSnapshot last) {}

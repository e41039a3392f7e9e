package io.millrace.api;

import java.time.Duration;
import java.util.Optional;

/** Settings of a handler whose merged result can be printed while the engine runs. */
public interface LiveResult {
    /** How often; empty: only at the end. */
    Optional<Duration> every();
}

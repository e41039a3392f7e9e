package io.millrace.config;

import io.millrace.api.Doc;
import io.millrace.api.Range;
import java.time.Duration;

/** How long a stop may take: {@code drain + close} in all, the last commit included. */
public record ShutdownConfig(
        @Doc("how long the records in hand may take") @Range(min = "0ms", max = "1h")
        Duration drain,

        @Doc("how long leaving the group may take") @Range(min = "0ms", max = "1h")
        Duration close,

        @Doc("exit with 0 instead of 130 or 143 after a clean stop by a signal")
        boolean exitZeroOnSignal) {
    public Duration total() {
        return drain.plus(close);
    }
}

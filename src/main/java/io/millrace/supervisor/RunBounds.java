package io.millrace.supervisor;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a run ends by itself; several bounds: whichever comes first. Immutable; any thread.
 *
 * @param untilEnd at the end offsets that hold at the start
 */
public record RunBounds(boolean untilEnd, OptionalLong maxRecords, Optional<Duration> duration) {
    public static final RunBounds NONE = new RunBounds(false, OptionalLong.empty(), Optional.empty());
}

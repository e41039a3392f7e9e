package io.millrace.config;

import io.millrace.api.Doc;
import io.millrace.api.Range;
import java.time.Duration;

/** What is promised about each record, and how offsets are committed to keep it. */
public record DeliveryConfig(
        @Doc("what a crash may do: repeat records, or lose them")
        Mode mode,

        CommitConfig commit,

        @Doc("how long giving partitions up may take") @Range(min = "100ms", max = "10m")
        Duration revokeTimeout) {

    /** What is promised. Written in lower case with hyphens. */
    public enum Mode {
        AT_LEAST_ONCE,
        AT_MOST_ONCE,
        AUTO,
        NONE
    }
}

package io.millrace.config;

import io.millrace.api.Doc;
import io.millrace.api.Range;
import java.time.Duration;
import java.util.Optional;

/** When and how offsets are committed. */
public record CommitConfig(
        @Doc("what a commit follows") At at,

        @Doc("async: the loop goes on while the broker answers; sync: it waits; null: async for poll and interval")
        Optional<How> how,

        @Doc("how = async: least time between two commits") @Range(min = "0ms", max = "1h")
        Duration spacing,

        @Doc("how = async: most records per worker that are handled and not yet acknowledged as committed")
        @Range(min = "1", max = "2147483647")
        int maxUnacknowledged,

        @Doc("at = interval: a commit is due when so many records are finished since the last one")
        @Range(min = "1", max = "2147483647")
        int everyRecords,

        @Doc("at = interval: or when so much time has passed; mode = auto: the client's timer")
        @Range(min = "100ms", max = "24h")
        Duration every,

        @Doc("how long one commit may take") @Range(min = "10ms", max = "10m")
        Duration timeout,

        @Doc("a text beside each committed offset; {host}, {worker} and {time} are filled in; at most 200 characters")
        String metadata) {

    /** What a commit follows. */
    public enum At {
        POLL,
        PARTITION,
        RECORD,
        INTERVAL
    }

    /** Whether the loop waits for the broker's answer. */
    public enum How {
        ASYNC,
        SYNC
    }

    /** What {@link #how} is where nothing is written. */
    public How effectiveHow() {
        return how.orElse(at == At.PARTITION || at == At.RECORD ? How.SYNC : How.ASYNC);
    }
}

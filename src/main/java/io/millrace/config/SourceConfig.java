package io.millrace.config;

import io.millrace.api.Doc;
import io.millrace.api.Range;
import java.time.Duration;
import java.util.List;

/** Which records are read, from where on, and how their bytes are decoded. */
public record SourceConfig(
        @Doc("the topics to subscribe to") List<String> topics,
        StartConfig start,
        @Doc("format of the key") String key,
        @Doc("format of the value") String value,

        @Doc("how long a poll waits for records") @Range(min = "1ms", max = "1m")
        Duration pollTimeout) {
    public SourceConfig {
        topics = List.copyOf(topics);
    }
}

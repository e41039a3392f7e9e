package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.CommitHistory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.Topic;

/**
 * Every commit of a group that its coordinator has accepted, in its order, out of the internal offsets topic: to be
 * read when the group's members have ended. It is complete as long as the group's partition of that topic has no hole:
 * a broker compacts what is not in the segment it writes to. Stateless; any thread.
 */
public final class OffsetsTopic {
    /**
     * The coordinator's times are whole milliseconds of a wall clock, and that one may have been adjusted a little
     * between a commit and the reading.
     */
    static final long SKEW_NANOS = 20_000_000;

    private OffsetsTopic() {}

    /** @param topicPrefix offsets of topics that begin so are told */
    public static CommitHistory read(String bootstrap, String group, String topicPrefix) {
        List<OffsetRecord> found = new ArrayList<>();
        Set<TopicPartition> homes = new HashSet<>();
        Map<TopicPartition, Long> counts = new HashMap<>();
        Map<TopicPartition, PlainReader.Span> spans;
        try (PlainReader reader = new PlainReader(bootstrap, true)) {
            spans = reader.spans(Topic.GROUP_METADATA_TOPIC_NAME);
            reader.read(spans, (home, record) -> {
                counts.merge(home, 1L, Long::sum);
                OffsetRecord.of(record.key(), record.value())
                        .filter(offset -> offset.group().equals(group)
                                && offset.partition().topic().startsWith(topicPrefix))
                        .ifPresent(offset -> {
                            homes.add(home);
                            found.add(offset);
                        });
            });
        }
        boolean complete = homes.stream().allMatch(home -> {
            PlainReader.Span span = spans.get(home);
            return span.begin() == 0 && counts.get(home) == span.end();
        });
        CommitHistory history = new CommitHistory(complete, SKEW_NANOS);
        WallClock clock = WallClock.now();
        found.forEach(offset -> history.commit(
                clock.nanosAt(offset.wallMillis()), offset.partition(), offset.offset(), offset.metadata()));
        return history;
    }
}

package io.millrace.supervisor;

import io.millrace.offsets.StartPosition;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The end offsets at the start of a run, and whether it has come there. Offsets have gaps (transaction markers,
 * compacted records), so only positions are compared, never records counted. Immutable; any thread.
 */
final class PinnedEnds {
    private final Map<TopicPartition, Long> begins;
    private final Map<TopicPartition, Long> ends;

    private PinnedEnds(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
        this.begins = begins;
        this.ends = ends;
    }

    /** Pins the ends; the way to them begins at what is committed, or where the policy starts. */
    static PinnedEnds pin(
            Map<TopicPartition, Long> logBegins,
            Map<TopicPartition, Long> logEnds,
            Map<TopicPartition, Long> committed,
            StartPosition otherwise) {
        Map<TopicPartition, Long> begins = new HashMap<>();
        Map<TopicPartition, Long> ends = new HashMap<>();
        logEnds.forEach((partition, end) -> {
            long logBegin = logBegins.getOrDefault(partition, 0L);
            long uncommitted = otherwise instanceof StartPosition.Latest ? end : logBegin;
            long begin = Math.max(logBegin, committed.getOrDefault(partition, uncommitted));
            if (begin < end) {
                begins.put(partition, begin);
                ends.put(partition, end);
            }
        });
        return new PinnedEnds(begins, ends);
    }

    /** @param positions of each partition, how far it is; one that is not in it has not begun */
    boolean areReached(Map<TopicPartition, Long> positions) {
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            if (positions.getOrDefault(end.getKey(), -1L) < end.getValue()) {
                return false;
            }
        }
        return true;
    }

    RunProgress progress(Map<TopicPartition, Long> positions) {
        long done = 0;
        long total = 0;
        for (Map.Entry<TopicPartition, Long> entry : ends.entrySet()) {
            long begin = begins.get(entry.getKey());
            long end = entry.getValue();
            long at = positions.getOrDefault(entry.getKey(), begin);
            total += end - begin;
            done += Math.min(Math.max(at, begin), end) - begin;
        }
        return new RunProgress(done, total, "offsets");
    }
}

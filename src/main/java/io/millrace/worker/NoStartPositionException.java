package io.millrace.worker;

import java.util.Collection;
import org.apache.kafka.common.TopicPartition;

/** There is no position to start from, and {@code start.otherwise = fail} forbids choosing one. */
public final class NoStartPositionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoStartPositionException(Collection<TopicPartition> partitions, String why) {
        super(
                "%s for %s, and millrace.source.start.otherwise = fail: reset the group's offsets, or choose earliest or latest"
                        .formatted(why, partitions));
    }
}

package io.millrace.testkit.ledger;

import java.util.Comparator;
import org.apache.kafka.common.TopicPartition;

/** What partitions have in common in text and order. Stateless; any thread. */
final class Partitions {
    static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private Partitions() {}

    /** Reads {@code topic-3}; a topic's name may hold hyphens itself. */
    static TopicPartition parse(String text) {
        int hyphen = text.lastIndexOf('-');
        if (hyphen <= 0) {
            throw new IllegalArgumentException("no partition: " + text);
        }
        return new TopicPartition(text.substring(0, hyphen), Integer.parseInt(text.substring(hyphen + 1)));
    }
}

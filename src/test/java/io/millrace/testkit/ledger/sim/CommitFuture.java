package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** A commit that was sent and not waited for. One thread. */
final class CommitFuture {
    final long id;
    final Map<TopicPartition, Long> offsets;
    final Consumer<Answer> callback;
    /** What the broker did with it; null: it has not come there yet. */
    Answer answer;

    CommitFuture(long id, Map<TopicPartition, Long> offsets, Consumer<Answer> callback) {
        this.id = id;
        this.offsets = offsets;
        this.callback = callback;
    }
}

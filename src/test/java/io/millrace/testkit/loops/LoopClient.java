package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Mode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * What a loop asks of its consumer and of its handler; whoever implements it writes the journal. Rebalances are told to
 * the loop inside a poll, answers to asynchronous commits inside a poll or a commit. One thread.
 */
public interface LoopClient {
    /**
     * Polls: what is not paused gives records.
     *
     * @param allPaused whether nothing shall be given, whatever is paused
     */
    List<PolledRecord> poll(boolean allPaused);

    boolean owns(TopicPartition partition);

    /** Whether the partition is still held in that ownership. */
    boolean holds(TopicPartition partition, long epoch);

    /** The next offset that a poll would give of an owned partition; negative while that is not known. */
    long position(TopicPartition partition);

    void seek(TopicPartition partition, long to, String why);

    void pause(TopicPartition partition);

    void resume(TopicPartition partition);

    Answer commitSync(Map<TopicPartition, Long> offsets, Mode mode);

    void commitAsync(Map<TopicPartition, Long> offsets, Consumer<Answer> callback);

    /** Calls the handler. */
    void begin(PolledRecord record, int attempt);

    /** The handler comes back; tells whether it succeeded. */
    boolean end(PolledRecord record, int attempt);
}

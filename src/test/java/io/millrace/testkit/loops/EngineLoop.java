package io.millrace.testkit.loops;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The loop of one worker, cut into small steps so that anything can happen between two of them. One thread.
 */
public interface EngineLoop {
    /** One step: begin a record, end one, or commit and poll. */
    void step();

    /** The client has been given these, with what was committed of them; null: nothing. Called inside a poll. */
    void assigned(Map<TopicPartition, Long> committed);

    /** A policy chose where to start, or to go on. Called inside a poll. */
    void startedAt(TopicPartition partition, long offset);

    /** To be given up: the last moment to commit. Called inside a poll. */
    void revoked(List<TopicPartition> partitions);

    /** Gone. Called inside a poll. */
    void lost(List<TopicPartition> partitions);

    /** An operator moves an owned partition. Called between two steps, with no record in hand. */
    void operatorSeek(TopicPartition partition, long offset);

    /** Whether a record is begun and not ended. */
    boolean hasRecordInHand();

    /** Finishes the record in hand and commits; the client is closed afterwards. */
    void finish();

    /** What the engine would say of this worker when it is asked. */
    String status(boolean failed);
}

package io.millrace.testkit.ledger;

import org.apache.kafka.common.TopicPartition;

/**
 * Tells whether a record that was skipped or dead-lettered was meant to be: found in the dead-letter topic, or named by
 * the policy's own line. The seam of V11.
 */
public interface DropProof {
    /** Nothing may be dropped: right wherever no policy is configured that drops. */
    DropProof NONE = (partition, offset, outcome) -> false;

    boolean proves(TopicPartition partition, long offset, Outcome outcome);
}

package io.millrace.api;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * How a stop went. Immutable; any thread.
 *
 * @param clean whether all that was handled is committed and every worker has ended in time
 * @param partitions each partition that was owned
 * @param failures what went wrong in the run, one line each
 */
public record StopReport(boolean clean, List<Partition> partitions, List<String> failures) {

    /**
     * One partition. What is not known is null.
     *
     * @param finished the next offset to handle: all below is finished
     * @param committed the offset that is committed
     * @param abandoned the offset of the record that was still in hand when the time was over
     */
    public record Partition(TopicPartition partition, Long finished, Long committed, Long abandoned) {}

    public StopReport {
        partitions = List.copyOf(partitions);
        failures = List.copyOf(failures);
    }
}

package io.millrace.worker;

import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.PartitionRange;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ranges that were committed and will never be handled and flushed, as at-most-once allows: counted, named in the
 * log, and told in the summary. Used by the worker's own thread alone.
 */
final class Losses {
    private static final Logger LOG = LoggerFactory.getLogger(Losses.class);

    private final int worker;
    private final WorkerMeters meters;
    private final List<PartitionRange> ranges = new ArrayList<>();

    Losses(int worker, WorkerMeters meters) {
        this.worker = worker;
        this.meters = meters;
    }

    void note(PartitionRange range, String why) {
        ranges.add(range);
        meters.lostOffsets(range.to() - range.from());
        LOG.error(
                "worker {}: {}, offsets {} to {} are committed and lost: {}",
                worker,
                range.partition(),
                range.from(),
                range.to() - 1,
                why);
    }

    List<PartitionRange> ranges() {
        return List.copyOf(ranges);
    }
}

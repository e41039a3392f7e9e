package io.millrace.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What one worker counts and times. Looked up once, written per chunk by the worker's own thread, read by any. A
 * worker that replaces another goes on with its numbers.
 */
public final class WorkerMeters {
    private final Counter records;
    private final Counter bytes;
    private final Counter handled;
    private final Counter failed;
    private final Counter undecodable;
    private final Counter commitFailures;
    private final Map<CommitFailureCause, Counter> commitFailuresBy = new EnumMap<>(CommitFailureCause.class);
    private final Counter assigned;
    private final Counter revoked;
    private final Counter lost;
    private final Counter lostOffsets;
    private final Timer handler;
    private final Timer poll;
    private final Timer commit;

    public WorkerMeters(MetricRegistry registry, int worker) {
        records = registry.counter(MetricNames.of(worker, MetricNames.RECORDS));
        bytes = registry.counter(MetricNames.of(worker, MetricNames.BYTES));
        handled = registry.counter(MetricNames.of(worker, MetricNames.HANDLED));
        failed = registry.counter(MetricNames.of(worker, MetricNames.FAILED));
        undecodable = registry.counter(MetricNames.of(worker, MetricNames.UNDECODABLE));
        commitFailures = registry.counter(MetricNames.of(worker, MetricNames.COMMIT_FAILURES));
        assigned = registry.counter(MetricNames.of(worker, MetricNames.ASSIGNED));
        revoked = registry.counter(MetricNames.of(worker, MetricNames.REVOKED));
        lost = registry.counter(MetricNames.of(worker, MetricNames.LOST));
        lostOffsets = registry.counter(MetricNames.of(worker, MetricNames.LOST_OFFSETS));
        for (CommitFailureCause cause : CommitFailureCause.values()) {
            String name = MetricNames.COMMIT_FAILURES + "." + cause.text();
            commitFailuresBy.put(cause, registry.counter(MetricNames.of(worker, name)));
        }
        handler = timer(registry, worker, MetricNames.HANDLER);
        poll = timer(registry, worker, MetricNames.POLL);
        commit = timer(registry, worker, MetricNames.COMMIT);
    }

    private static Timer timer(MetricRegistry registry, int worker, String name) {
        return registry.timer(MetricNames.of(worker, name), () -> new Timer(new HdrReservoir()));
    }

    public void polled(long nanos) {
        poll.update(nanos, TimeUnit.NANOSECONDS);
    }

    public void handled(int count, long size, long nanos) {
        // Records that were polled and given back count when they come again.
        records.inc(count);
        handled.inc(count);
        bytes.inc(size);
        handler.update(nanos, TimeUnit.NANOSECONDS);
    }

    public void failed(boolean isUndecodable) {
        records.inc();
        failed.inc();
        if (isUndecodable) {
            undecodable.inc();
        }
    }

    public void committed(long nanos) {
        commit.update(nanos, TimeUnit.NANOSECONDS);
    }

    public void commitFailed(CommitFailureCause cause) {
        commitFailures.inc();
        commitFailuresBy.get(cause).inc();
    }

    public void assigned(int partitions) {
        assigned.inc(partitions);
    }

    public void revoked(int partitions) {
        revoked.inc(partitions);
    }

    public void lost(int partitions) {
        lost.inc(partitions);
    }

    /** So many offsets were committed and will never be handled. */
    public void lostOffsets(long offsets) {
        lostOffsets.inc(offsets);
    }

    /** All counts at one moment. */
    public WorkerCounts counts() {
        return new WorkerCounts(
                records.getCount(),
                bytes.getCount(),
                handled.getCount(),
                failed.getCount(),
                undecodable.getCount(),
                commit.getCount(),
                commitFailures.getCount(),
                assigned.getCount(),
                revoked.getCount(),
                lost.getCount());
    }
}

package io.millrace.metrics;

/**
 * A worker's counts at one moment, or the sum of several. Immutable; any thread.
 *
 * @param records delivered by poll and accepted
 * @param bytes of keys and values handled
 * @param handled finished by the handler
 * @param failed of the handled or decoded, those that failed
 * @param undecodable of the failed, those whose bytes could not be decoded
 * @param commits acknowledged by the broker
 * @param commitFailures refused, or of unknown outcome
 * @param assigned partitions that came
 * @param revoked partitions that were given up
 * @param lost partitions that went without being given up
 */
public record WorkerCounts(
        long records,
        long bytes,
        long handled,
        long failed,
        long undecodable,
        long commits,
        long commitFailures,
        long assigned,
        long revoked,
        long lost) {
    public static final WorkerCounts ZERO = new WorkerCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    public WorkerCounts plus(WorkerCounts other) {
        return new WorkerCounts(
                records + other.records,
                bytes + other.bytes,
                handled + other.handled,
                failed + other.failed,
                undecodable + other.undecodable,
                commits + other.commits,
                commitFailures + other.commitFailures,
                assigned + other.assigned,
                revoked + other.revoked,
                lost + other.lost);
    }
}

package io.millrace.testkit.ledger;

import java.time.Duration;

/**
 * What was meant to happen in a run: without it a run in which nothing happened would be a good one. Immutable.
 *
 * @param bound what the mode may do
 * @param minRecords how many different records must be finished for the run to count
 * @param minHits how many faults must have struck, by {@link JournalEvent.Hit} lines
 * @param stuckAfter how long nothing may be finished on a partition whose records wait; null: not judged
 * @param statusGrace how long a status may lag behind a worker's death
 * @param drops what proves that a record was dropped on purpose
 */
public record RunPlan(
        DeliveryBound bound, long minRecords, int minHits, Duration stuckAfter, Duration statusGrace, DropProof drops) {
    private static final Duration GRACE = Duration.ofSeconds(2);

    public static RunPlan of(DeliveryBound bound) {
        return new RunPlan(bound, 0, 0, null, GRACE, DropProof.NONE);
    }

    public RunPlan withMinRecords(long records) {
        return new RunPlan(bound, records, minHits, stuckAfter, statusGrace, drops);
    }

    public RunPlan withMinHits(int hits) {
        return new RunPlan(bound, minRecords, hits, stuckAfter, statusGrace, drops);
    }

    public RunPlan withStuckAfter(Duration limit) {
        return new RunPlan(bound, minRecords, minHits, limit, statusGrace, drops);
    }

    public RunPlan withStatusGrace(Duration grace) {
        return new RunPlan(bound, minRecords, minHits, stuckAfter, grace, drops);
    }

    public RunPlan withDrops(DropProof proof) {
        return new RunPlan(bound, minRecords, minHits, stuckAfter, statusGrace, proof);
    }
}

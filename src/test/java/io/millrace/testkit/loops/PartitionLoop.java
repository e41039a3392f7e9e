package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;

/** The correct loop that commits when it is through with what a poll gave of a partition. One thread. */
class PartitionLoop extends SyncLoop {
    PartitionLoop(LoopClient client, Chance chance) {
        super(client, chance);
    }

    static DeliveryBound bound(int maxPollRecords) {
        return DeliveryBound.syncPartition(maxPollRecords);
    }

    @Override
    void finished(PolledRecord record) {
        super.finished(record);
        PolledRecord next = queue.peek();
        if (next == null || !next.partition().equals(record.partition())) {
            turn();
        }
    }
}

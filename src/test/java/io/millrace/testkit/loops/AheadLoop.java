package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The correct loop that promises at most once: what a poll gave is committed before its first record is begun, and begun
 * when that is acknowledged. As long as it is not, the same commit is repeated; what is committed is handled before the
 * next poll. One thread.
 */
class AheadLoop extends CorrectLoop {
    private static final int LAST_TRIES = 5;

    private boolean isConfirmed = true;

    AheadLoop(LoopClient client, Chance chance) {
        super(client, chance);
    }

    static DeliveryBound bound(int maxPollRecords) {
        return DeliveryBound.atMostOncePoll(maxPollRecords);
    }

    @Override
    boolean mayBegin() {
        return isConfirmed && super.mayBegin();
    }

    @Override
    void turn() {
        if (isConfirmed) {
            // What a policy chose, and the gaps behind what is handled.
            blocked = !commitSync(dirty(owned.values()), Mode.SYNC);
        } else {
            isConfirmed = commitAhead();
        }
    }

    @Override
    void pollOnce() {
        if (!isConfirmed) {
            client.poll(true);
        } else if (queue.isEmpty()) {
            super.pollOnce();
            isConfirmed = commitAhead();
        }
    }

    private boolean commitAhead() {
        Map<TopicPartition, Long> ahead = new LinkedHashMap<>();
        for (PolledRecord record : queue) {
            if (client.holds(record.partition(), record.epoch())) {
                ahead.merge(record.partition(), record.offset() + 1, Math::max);
            }
        }
        if (!ahead.isEmpty() && client.commitSync(ahead, Mode.SYNC) != Answer.OK) {
            return false;
        }
        ahead.forEach((partition, offset) -> owned.get(partition).acknowledged = offset);
        return true;
    }

    /** What is in hand is committed: nobody would fetch it again. */
    @Override
    void giveBack() {}

    @Override
    void keepAlive() {}

    /** It holds all others up: given back, it would be committed anew with what comes then. */
    @Override
    void failed(PolledRecord record) {
        countFailure(record);
        queue.addFirst(record);
    }

    @Override
    public void revoked(List<TopicPartition> partitions) {
        if (isConfirmed) {
            super.revoked(partitions);
        } else {
            // What is not known to be committed must not be moved back.
            partitions.forEach(owned::remove);
        }
    }

    @Override
    public void finish() {
        for (int i = 0; i < LAST_TRIES && !isConfirmed; i++) {
            client.poll(true);
            turn();
        }
        while (isConfirmed && (hasRecordInHand() || !queue.isEmpty())) {
            step();
        }
        if (isConfirmed) {
            super.finish();
        }
    }
}

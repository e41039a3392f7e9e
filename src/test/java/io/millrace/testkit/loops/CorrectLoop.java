package io.millrace.testkit.loops;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import io.millrace.testkit.ledger.JournalEvent.Mode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A loop that keeps the promise: what is committed is finished; a failing record holds its partition up and is tried
 * again; what was polled and is not handled is given back; state belongs to an ownership and dies with it. Wrong
 * engines override one step of it. One thread.
 */
abstract class CorrectLoop implements EngineLoop {
    /** What a commit carries of one partition. */
    record Share(Owned owned, long offset, long records) {}

    private static final int CLOSE_TRIES = 5;

    final LoopClient client;
    final Chance chance;
    final Map<TopicPartition, Owned> owned = new LinkedHashMap<>();
    final Deque<PolledRecord> queue = new ArrayDeque<>();
    private final Map<TopicPartition, long[]> attempts = new HashMap<>();
    boolean blocked;
    private PolledRecord inHand;

    CorrectLoop(LoopClient client, Chance chance) {
        this.client = client;
        this.chance = chance;
    }

    /** Commits what is due. */
    abstract void turn();

    /** Whether another record may be begun before a commit is acknowledged. */
    boolean mayBegin() {
        return !blocked;
    }

    @Override
    public void step() {
        if (inHand != null) {
            PolledRecord record = inHand;
            inHand = null;
            ended(record, client.end(record, attempt(record)));
        } else if (!queue.isEmpty() && chance.chance(0.03)) {
            keepAlive();
        } else if (!queue.isEmpty() && mayBegin()) {
            PolledRecord record = queue.remove();
            if (client.holds(record.partition(), record.epoch())) {
                inHand = record;
                client.begin(record, attempt(record));
            }
        } else {
            giveBack();
            turn();
            pollOnce();
        }
    }

    /** Polls with records in hand and fetches none, as a loop does whose batch takes too long. */
    void keepAlive() {
        client.poll(true);
    }

    void pollOnce() {
        for (Owned of : owned.values()) {
            if (of.rest > 0 && --of.rest == 0) {
                resumed(of);
            }
        }
        queue.addAll(client.poll(blocked));
    }

    void resumed(Owned of) {
        of.isFailing = false;
        client.resume(of.partition);
    }

    private int attempt(PolledRecord record) {
        long[] of = attempts.get(record.partition());
        return of != null && of[0] == record.offset() ? (int) of[1] : 1;
    }

    void ended(PolledRecord record, boolean ok) {
        if (ok) {
            finished(record);
        } else {
            failed(record);
        }
    }

    void finished(PolledRecord record) {
        Owned of = owned.get(record.partition());
        of.position = record.offset() + 1;
        of.finished++;
    }

    /** The record stays the next one of its partition, which rests for a while. */
    void failed(PolledRecord record) {
        Owned of = owned.get(record.partition());
        countFailure(record);
        drop(record.partition());
        client.seek(record.partition(), record.offset(), "retry");
        rest(of);
    }

    void countFailure(PolledRecord record) {
        attempts.put(record.partition(), new long[] {record.offset(), attempt(record) + 1});
    }

    void rest(Owned of) {
        client.pause(of.partition);
        of.isFailing = true;
        of.rest = 1 + chance.random().nextInt(3);
    }

    void drop(TopicPartition partition) {
        queue.removeIf(record -> record.partition().equals(partition));
    }

    /** Whatever waits is fetched again: the client goes back to the first of each partition. */
    void giveBack() {
        Map<TopicPartition, Long> first = new LinkedHashMap<>();
        for (PolledRecord record : queue) {
            if (client.holds(record.partition(), record.epoch())) {
                first.putIfAbsent(record.partition(), record.offset());
            }
        }
        queue.clear();
        first.forEach((partition, offset) -> client.seek(partition, offset, "give-back"));
    }

    /** What may be committed: everything finished, and the gaps behind it where all that was polled is done. */
    List<Share> dirty(Iterable<Owned> of) {
        List<Share> shares = new ArrayList<>();
        for (Owned one : of) {
            boolean waits = queue.stream().anyMatch(record -> record.partition().equals(one.partition));
            if (!waits && !one.isFailing && one.position >= 0) {
                one.position = polled(one);
            }
            if (one.isDirty()) {
                shares.add(new Share(one, committable(one), one.finished));
            }
        }
        return shares;
    }

    long committable(Owned one) {
        return one.position;
    }

    /** Behind all that was polled of it, finished or not. */
    long polled(Owned one) {
        return Math.max(one.position, client.position(one.partition));
    }

    Map<TopicPartition, Long> offsets(List<Share> shares) {
        Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
        shares.forEach(share -> offsets.put(share.owned().partition, share.offset()));
        return offsets;
    }

    /** Commits and waits; true when nothing is left to be acknowledged. */
    boolean commitSync(List<Share> shares, Mode mode) {
        if (shares.isEmpty()) {
            return true;
        }
        if (client.commitSync(offsets(shares), mode) != Answer.OK) {
            return false;
        }
        acknowledge(shares);
        return true;
    }

    void acknowledge(List<Share> shares) {
        for (Share share : shares) {
            if (owned.get(share.owned().partition) == share.owned()) {
                share.owned().acknowledge(share.offset(), share.records());
            }
        }
    }

    @Override
    public void assigned(Map<TopicPartition, Long> committed) {
        committed.forEach((partition, offset) -> {
            Owned of = new Owned(partition);
            if (offset != null) {
                of.position = offset;
                of.acknowledged = offset;
            }
            owned.put(partition, of);
        });
    }

    @Override
    public void startedAt(TopicPartition partition, long offset) {
        // A poll that keeps alive may be told of it while records from before still wait.
        drop(partition);
        owned.get(partition).startAt(offset);
    }

    @Override
    public void revoked(List<TopicPartition> partitions) {
        List<Owned> of = partitions.stream().map(owned::get).toList();
        List<Share> shares = dirty(of);
        if (!commitSync(shares, Mode.SYNC)) {
            commitSync(shares, Mode.SYNC);
        }
        partitions.forEach(owned::remove);
    }

    @Override
    public void lost(List<TopicPartition> partitions) {
        partitions.forEach(owned::remove);
    }

    @Override
    public void operatorSeek(TopicPartition partition, long offset) {
        Owned of = owned.get(partition);
        drop(partition);
        client.seek(partition, offset, "operator");
        of.startAt(offset);
    }

    @Override
    public boolean hasRecordInHand() {
        return inHand != null;
    }

    @Override
    public void finish() {
        if (inHand != null) {
            step();
        }
        giveBack();
        for (int i = 0; i < CLOSE_TRIES && !commitSync(dirty(owned.values()), Mode.CLOSE); i++) {
            client.poll(true);
        }
    }

    @Override
    public String status(boolean failed) {
        return failed ? "FAILED" : "RUNNING";
    }
}

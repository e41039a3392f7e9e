package io.millrace.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * A consumer that does what a test scripts, and else what the real client does where {@link MockConsumer} does not: it
 * reads a log again after a seek; it calls commit callbacks later, in order, inside a poll or a synchronous commit; it
 * rebalances inside a poll, telling differences only; it passes markers by {@code nextOffsets}; it asks for positions
 * by throwing. What the engine must never do is noted as a violation instead of thrown, so that no {@code catch} can
 * hide it.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // one thread uses it, and that is checked
public final class ScriptedConsumer extends WatchedConsumer {
    private final ScriptedGroup group;
    private final Journal journal;
    private final Consumer<Duration> waiting;
    private final ScriptedCommits commits;
    private final Set<TopicPartition> assigned = new LinkedHashSet<>();
    private final ScriptedFetcher fetcher;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Deque<RuntimeException> pollErrors = new ArrayDeque<>();
    private RuntimeException positionError;
    private RuntimeException committedError;
    private RuntimeException lostTrack;
    private final AtomicBoolean wakeup = new AtomicBoolean();

    private ConsumerRebalanceListener listener;
    private Runnable onRecords = () -> {};
    private boolean isAutomatic;
    private boolean isAutoDue;
    private final AtomicInteger closes = new AtomicInteger();
    private RuntimeException closeError;
    private RuntimeException subscribeError;
    private Duration closeTimeout;

    /** @param waiting is called with the timeout where the real client would wait */
    ScriptedConsumer(ScriptedGroup group, Journal journal, Consumer<Duration> waiting) {
        this.group = group;
        this.journal = journal;
        this.waiting = waiting;
        this.fetcher = new ScriptedFetcher(group, assigned);
        this.commits = new ScriptedCommits(group, journal, assigned::contains, this::violated, waiting);
    }

    /** One that really waits: for records, for a wakeup, or until the time is over. */
    static ScriptedConsumer onThread(ScriptedGroup group, Journal journal) {
        ScriptedConsumer[] made = new ScriptedConsumer[1];
        made[0] = new ScriptedConsumer(group, journal, timeout -> made[0].waitReally(timeout));
        return made[0];
    }

    @SuppressWarnings("WaitNotInLoop") // a poll may return early
    private void waitReally(Duration timeout) {
        synchronized (group) {
            if (!wakeup.get() && !timeout.isZero()) {
                try {
                    group.wait(Math.max(1, timeout.toMillis()));
                } catch (InterruptedException e) {
                    throw new org.apache.kafka.common.errors.InterruptException(e);
                }
            }
        }
    }

    // ---- the script

    public void maxPollRecords(int most) {
        fetcher.maxPollRecords(most);
    }

    /** Runs inside the next poll, before it fetches. */
    void atNextPoll(Runnable task) {
        tasks.add(task);
    }

    /** These come with the next poll. */
    public void assignNext(int... partitions) {
        atNextPoll(() -> assignNow(partitions(partitions)));
    }

    /** These are given up in the next poll. */
    public void revokeNext(int... partitions) {
        atNextPoll(() -> {
            List<TopicPartition> gone = partitions(partitions);
            // As the real client does before it gives anything up.
            commitAutomatically();
            tell(() -> listener.onPartitionsRevoked(gone));
            forget(gone);
        });
    }

    /** These are lost in the next poll. */
    public void loseNext(int... partitions) {
        atNextPoll(() -> {
            List<TopicPartition> gone = partitions(partitions);
            tell(() -> listener.onPartitionsLost(gone));
            forget(gone);
        });
    }

    /** These are let go now, and nobody is told. */
    void drop(int... partitions) {
        forget(partitions(partitions));
    }

    private void assignNow(List<TopicPartition> partitions) {
        assigned.addAll(partitions);
        tell(() -> listener.onPartitionsAssigned(partitions));
    }

    private void forget(List<TopicPartition> gone) {
        gone.forEach(partition -> {
            assigned.remove(partition);
            fetcher.forget(partition);
            commits.forget(partition);
        });
    }

    private static List<TopicPartition> partitions(int... numbers) {
        List<TopicPartition> all = new ArrayList<>();
        for (int number : numbers) {
            all.add(ScriptedGroup.partition(number));
        }
        return all;
    }

    void pollFails(RuntimeException error) {
        pollErrors.add(error);
    }

    /** The next poll takes records and throws all the same: they are gone, and the client stands behind them. */
    void losesTrack(RuntimeException error) {
        lostTrack = error;
    }

    /** Each look-up of what is committed, until null is given. */
    void committedFails(RuntimeException error) {
        committedError = error;
    }

    /** Each look-up of a position, until null is given. */
    void positionFails(RuntimeException error) {
        positionError = error;
    }

    void closeFails(RuntimeException error) {
        closeError = error;
    }

    void subscribeFails(RuntimeException error) {
        subscribeError = error;
    }

    /** The client will once believe that nothing is committed there. */
    void forgetCommitted(int partition) {
        fetcher.forgetCommitted(ScriptedGroup.partition(partition));
    }

    /** What becomes of the commits that the engine sends, and what became of them. */
    public ScriptedCommits commits() {
        return commits;
    }

    /**
     * From now on it commits what it stands behind, as the real client does with {@code enable.auto.commit}: when a poll
     * begins and {@link #timerRings}, before partitions are revoked, and when it is closed.
     */
    public void commitsAutomatically() {
        isAutomatic = true;
    }

    /** The next poll begins with a commit of what the client stands behind. */
    public void timerRings() {
        isAutoDue = true;
    }

    /** Is told before a poll returns records. */
    public void onRecords(Runnable told) {
        onRecords = told;
    }

    /** Is told of the first record of each partition that a poll returns. */
    void onFetch(Consumer<ConsumerRecord<byte[], byte[]>> told) {
        fetcher.onFetch(told);
    }

    // ---- what happened

    /** Where a partition's log ends. */
    public long endOf(int partition) {
        return group.end(ScriptedGroup.partition(partition));
    }

    int closes() {
        return closes.get();
    }

    Duration closeTimeout() {
        return closeTimeout;
    }

    // ---- the consumer

    private void tell(Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            violated("the listener threw " + e);
            throw new KafkaException("User rebalance callback throws an error", e);
        }
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener told) {
        enter("subscribe");
        if (subscribeError != null) {
            throw subscribeError;
        }
        journal.add("subscribe " + List.copyOf(topics));
        listener = told;
    }

    @Override
    public Set<TopicPartition> assignment() {
        enter("assignment");
        return Set.copyOf(assigned);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        enter("poll");
        if (listener == null) {
            throw new IllegalStateException("Consumer is not subscribed to any topics or assigned any partitions");
        }
        throwIfWoken();
        commits.atPoll();
        if (isAutoDue) {
            isAutoDue = false;
            commitAutomatically();
        }
        for (int left = tasks.size(); left > 0; left--) {
            tasks.remove().run();
        }
        if (!pollErrors.isEmpty()) {
            throw pollErrors.remove();
        }
        fetcher.findPositions();
        ConsumerRecords<byte[], byte[]> records = fetcher.fetch();
        if (records.nextOffsets().isEmpty()) {
            waiting.accept(timeout);
            throwIfWoken();
            fetcher.findPositions();
            records = fetcher.fetch();
        }
        if (lostTrack != null) {
            RuntimeException thrown = lostTrack;
            lostTrack = null;
            throw thrown;
        }
        if (!records.isEmpty()) {
            onRecords.run();
        }
        return records;
    }

    private void throwIfWoken() {
        if (wakeup.getAndSet(false)) {
            throw new WakeupException();
        }
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        enter("commitSync");
        if (offsets.isEmpty()) {
            // An empty commit sends nothing: it waits for the answers to what was sent before.
            throwIfWoken();
            commits.lookAtAnswers();
        } else {
            commits.sync(offsets, timeout, wakeup.getAndSet(false));
        }
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        enter("commitAsync");
        commits.async(offsets, callback);
    }

    private void commitAutomatically() {
        if (isAutomatic) {
            commits.automatic(fetcher.positions());
        }
    }

    /** One answer comes with the next poll although answers are held. */
    public void releaseOneAtNextPoll() {
        atNextPoll(commits::answerOne);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        enter("seek");
        needAssigned(partition);
        journal.add("seek " + partition + "@" + offset);
        fetcher.seek(partition, offset);
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        seek(partition, offset.offset());
    }

    private void needAssigned(TopicPartition partition) {
        if (!assigned.contains(partition)) {
            throw new IllegalStateException("No current assignment for partition " + partition);
        }
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        enter("position");
        needAssigned(partition);
        if (positionError != null) {
            throw positionError;
        }
        Long position = fetcher.position(partition);
        if (position == null) {
            throw new TimeoutException("Timeout of " + timeout + " expired before the position could be determined");
        }
        return position;
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        enter("committed");
        throwIfWoken();
        journal.add("committed " + partitions);
        if (committedError != null) {
            throw committedError;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, group.committed(partition)));
        return offsets;
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        enter("beginningOffsets");
        throwIfWoken();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, group.begin(partition)));
        return offsets;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        enter("endOffsets");
        throwIfWoken();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, group.end(partition)));
        return offsets;
    }

    /** Records have their offset as time, counted back from now: an age that is asked for finds offsets of that age. */
    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times, Duration timeout) {
        enter("offsetsForTimes");
        Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
        times.forEach((partition, time) -> {
            Long offset = group.offsetAt(partition, time);
            found.put(partition, offset == null ? null : new OffsetAndTimestamp(offset, time));
        });
        return found;
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        enter("pause");
        partitions.forEach(this::needAssigned);
        journal.add("pause " + partitions.size());
        fetcher.pause(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        enter("resume");
        partitions.forEach(this::needAssigned);
        journal.add("resume " + partitions.size());
        fetcher.resume(partitions);
    }

    @Override
    public Set<TopicPartition> paused() {
        return fetcher.paused();
    }

    @Override
    public void wakeup() {
        wakeup.set(true);
        synchronized (group) {
            group.notifyAll();
        }
    }

    @Override
    public void close(CloseOptions options) {
        if (closes.get() > 0) {
            violated("closed again");
        }
        checkThread("close");
        journal.add("close");
        closeTimeout = options.timeout().orElse(null);
        wakeup.set(false);
        commits.answerAll();
        commitAutomatically();
        if (listener != null && !assigned.isEmpty()) {
            List<TopicPartition> gone = List.copyOf(assigned);
            tell(() -> listener.onPartitionsRevoked(gone));
            forget(gone);
        }
        closes.incrementAndGet();
        if (closeError != null) {
            throw closeError;
        }
    }

    @Override
    boolean isInCallback() {
        return commits.isInCallback();
    }

    @Override
    public boolean closed() {
        return closes.get() > 0;
    }
}

package io.millrace.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
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
public final class ScriptedConsumer extends MockConsumer<byte[], byte[]> {
    /** A commit that was sent. */
    public record Sent(boolean sync, Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        Long offset(int partition) {
            OffsetAndMetadata offset = offsets.get(ScriptedGroup.partition(partition));
            return offset == null ? null : Long.valueOf(offset.offset());
        }
    }

    private record Pending(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {}

    private final ScriptedGroup group;
    private final Journal journal;
    private final Consumer<Duration> waiting;
    private final Set<TopicPartition> assigned = new LinkedHashSet<>();
    private final Set<TopicPartition> stopped = new HashSet<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Set<TopicPartition> forgotten = new HashSet<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Map<String, Deque<Runnable>> before = new HashMap<>();
    private final Deque<RuntimeException> pollErrors = new ArrayDeque<>();
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final Deque<CommitAnswer> syncAnswers = new ArrayDeque<>();
    private final Deque<CommitAnswer> asyncAnswers = new ArrayDeque<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<TopicPartition, TreeSet<Long>> open = new HashMap<>();
    private final AtomicBoolean wakeup = new AtomicBoolean();

    private ConsumerRebalanceListener listener;
    private Consumer<Sent> onSend = commit -> {};
    private Runnable onRecords = () -> {};
    private Consumer<String> onEveryCall = call -> {};
    private int maxPollRecords = 500;
    private boolean holdAnswers;
    private boolean applyOnWakeup = true;
    private boolean inCallback;
    private Thread owner;
    private int mostInFlight;
    private final AtomicInteger closes = new AtomicInteger();
    private RuntimeException closeError;
    private RuntimeException subscribeError;
    private Duration closeTimeout;

    /** @param waiting is called with the timeout where the real client would wait */
    ScriptedConsumer(ScriptedGroup group, Journal journal, Consumer<Duration> waiting) {
        super("none");
        this.group = group;
        this.journal = journal;
        this.waiting = waiting;
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
        maxPollRecords = most;
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

    private void assignNow(List<TopicPartition> partitions) {
        assigned.addAll(partitions);
        tell(() -> listener.onPartitionsAssigned(partitions));
    }

    private void forget(List<TopicPartition> gone) {
        gone.forEach(partition -> {
            assigned.remove(partition);
            stopped.remove(partition);
            positions.remove(partition);
            open.remove(partition);
        });
    }

    private static List<TopicPartition> partitions(int... numbers) {
        List<TopicPartition> all = new ArrayList<>();
        for (int number : numbers) {
            all.add(ScriptedGroup.partition(number));
        }
        return all;
    }

    /** The next call of this method of the consumer begins with this; several are run by as many calls. */
    void before(String call, Runnable task) {
        before.computeIfAbsent(call, unused -> new ArrayDeque<>()).add(task);
    }

    /** Every call of the consumer begins with this. */
    void onEveryCall(Consumer<String> told) {
        onEveryCall = told;
    }

    void pollFails(RuntimeException error) {
        pollErrors.add(error);
    }

    void closeFails(RuntimeException error) {
        closeError = error;
    }

    void subscribeFails(RuntimeException error) {
        subscribeError = error;
    }

    /** The client will once believe that nothing is committed there. */
    void forgetCommitted(int partition) {
        forgotten.add(ScriptedGroup.partition(partition));
    }

    /** What becomes of the next synchronous commits; after those all succeed. */
    public void syncAnswers(CommitAnswer... answers) {
        syncAnswers.addAll(List.of(answers));
    }

    /** What becomes of the next asynchronous commits; after those all succeed. */
    public void asyncAnswers(CommitAnswer... answers) {
        asyncAnswers.addAll(List.of(answers));
    }

    /** From now on all commits succeed. */
    public void forgetScript() {
        syncAnswers.clear();
        asyncAnswers.clear();
    }

    /** While held, polls bring no answers of asynchronous commits; a synchronous one still waits for them. */
    public void holdAnswers(boolean hold) {
        holdAnswers = hold;
    }

    /** Whether a commit that a wakeup hits is applied all the same. */
    void applyOnWakeup(boolean apply) {
        applyOnWakeup = apply;
    }

    /** Is told of each commit when it is sent. */
    void onSend(Consumer<Sent> told) {
        onSend = told;
    }

    /** Is told before a poll returns records. */
    public void onRecords(Runnable told) {
        onRecords = told;
    }

    // ---- what happened

    /** All commits in the order in which they were sent. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** What the engine must not do, and did. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    void handled(ConsumerRecord<byte[], byte[]> record) {
        open.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), unused -> new TreeSet<>())
                .add(record.offset());
    }

    /** How many records of what is owned now were handled without the engine being told that they are committed. */
    int unacknowledged() {
        return open.values().stream().mapToInt(Set::size).sum();
    }

    public int inFlight() {
        return pending.size();
    }

    /** How many asynchronous commits were ever open at the same time. */
    public int mostInFlight() {
        return mostInFlight;
    }

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

    void violated(String what) {
        violations.add(what);
    }

    // ---- the consumer

    private void enter(String call) {
        if (closes.get() > 0) {
            violated(call + " after close");
            throw new IllegalStateException("This consumer has already been closed.");
        }
        if (owner == null) {
            owner = Thread.currentThread();
        } else if (owner != Thread.currentThread()) {
            violated(call + " on " + Thread.currentThread().getName());
        }
        if (inCallback) {
            violated(call + " inside a commit's callback");
        }
        onEveryCall.accept(call);
        Deque<Runnable> scripted = before.get(call);
        if (scripted != null && !scripted.isEmpty()) {
            scripted.poll().run();
        }
    }

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
        if (!holdAnswers) {
            answerAll();
        }
        for (int left = tasks.size(); left > 0; left--) {
            tasks.remove().run();
        }
        if (!pollErrors.isEmpty()) {
            throw pollErrors.remove();
        }
        findPositions();
        ConsumerRecords<byte[], byte[]> records = fetch();
        if (records.nextOffsets().isEmpty()) {
            waiting.accept(timeout);
            throwIfWoken();
            findPositions();
            records = fetch();
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

    private void findPositions() {
        Set<TopicPartition> unknown = new LinkedHashSet<>();
        for (TopicPartition partition : assigned) {
            if (!positions.containsKey(partition)) {
                OffsetAndMetadata offset = forgotten.remove(partition) ? null : group.committed(partition);
                if (offset == null) {
                    unknown.add(partition);
                } else {
                    positions.put(partition, offset.offset());
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw new NoOffsetForPartitionException(unknown);
        }
    }

    private ConsumerRecords<byte[], byte[]> fetch() {
        Map<TopicPartition, Long> outOfRange = new TreeMap<>(ORDER);
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        int room = maxPollRecords;
        for (TopicPartition partition : assigned) {
            long position = positions.get(partition);
            if (stopped.contains(partition) || room == 0) {
                continue;
            }
            if (position < group.begin(partition) || position > group.end(partition)) {
                outOfRange.put(partition, position);
                continue;
            }
            List<ConsumerRecord<byte[], byte[]>> list = group.read(partition, position, room);
            // What was asked for is there: what lies behind the last record is seen with the next poll.
            long end = list.size() == room ? list.get(room - 1).offset() + 1 : group.end(partition);
            room -= list.size();
            if (!list.isEmpty()) {
                records.put(partition, list);
            }
            if (end > position) {
                next.put(partition, new OffsetAndMetadata(end, java.util.Optional.of(ScriptedGroup.LEADER), ""));
            }
        }
        if (!outOfRange.isEmpty()) {
            throw new OffsetOutOfRangeException(outOfRange);
        }
        next.forEach((partition, offset) -> positions.put(partition, offset.offset()));
        return new ConsumerRecords<>(records, next);
    }

    private static final java.util.Comparator<TopicPartition> ORDER =
            java.util.Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        enter("commitSync");
        if (offsets.isEmpty()) {
            lookAtAnswers();
            return;
        }
        note(new Sent(true, Map.copyOf(offsets), timeout));
        if (wakeup.getAndSet(false)) {
            if (applyOnWakeup) {
                group.apply(offsets);
            }
            throw new WakeupException();
        }
        answerAll();
        CommitAnswer answer = syncAnswers.isEmpty() ? CommitAnswer.OK : syncAnswers.remove();
        waitFor(answer, timeout);
        if (answer.applied()) {
            group.apply(offsets);
        }
        if (answer.error() instanceof RuntimeException error) {
            throw error;
        }
        offsets.forEach(this::acknowledge);
    }

    /** An empty commit sends nothing: it waits for the answers to what was sent before. */
    private void lookAtAnswers() {
        if (wakeup.getAndSet(false)) {
            throw new WakeupException();
        }
        if (holdAnswers && !pending.isEmpty()) {
            throw new TimeoutException("no answer yet");
        }
        answerAll();
    }

    private void waitFor(CommitAnswer answer, Duration timeout) {
        Duration takes = answer.takes();
        if (!takes.isZero()) {
            waiting.accept(takes.compareTo(timeout) > 0 ? timeout : takes);
        }
    }

    private void acknowledge(TopicPartition partition, OffsetAndMetadata offset) {
        TreeSet<Long> records = open.get(partition);
        if (records != null) {
            records.headSet(offset.offset()).clear();
        }
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        enter("commitAsync");
        note(new Sent(false, Map.copyOf(offsets), null));
        pending.add(new Pending(Map.copyOf(offsets), callback));
        mostInFlight = Math.max(mostInFlight, pending.size());
    }

    private void note(Sent commit) {
        Map<String, Long> plain = new TreeMap<>();
        commit.offsets().forEach((partition, offset) -> plain.put(partition.toString(), offset.offset()));
        journal.add((commit.sync() ? "commitSync " : "commitAsync ") + plain);
        sent.add(commit);
        commit.offsets().keySet().stream()
                .filter(partition -> !assigned.contains(partition))
                .forEach(partition -> violated("commit of " + partition + ", which is not owned"));
        onSend.accept(commit);
    }

    private void answerAll() {
        while (!pending.isEmpty()) {
            answerOne();
        }
    }

    /** Answers the oldest asynchronous commit. */
    private void answerOne() {
        Pending commit = pending.remove();
        CommitAnswer answer = asyncAnswers.isEmpty() ? CommitAnswer.OK : asyncAnswers.remove();
        if (answer.applied()) {
            group.apply(commit.offsets());
        }
        if (answer.error() == null) {
            commit.offsets().forEach(this::acknowledge);
        }
        inCallback = true;
        try {
            commit.callback().onComplete(commit.offsets(), answer.error());
        } catch (RuntimeException e) {
            violated("a commit's callback threw " + e);
            throw e;
        } finally {
            inCallback = false;
        }
    }

    /** One answer comes with the next poll although answers are held. */
    public void releaseOneAtNextPoll() {
        atNextPoll(this::answerOne);
    }

    @Override
    public void commitSync() {
        violated("a commit of everything polled");
    }

    @Override
    public void commitSync(Duration timeout) {
        violated("a commit of everything polled");
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        violated("a commit without a time limit");
    }

    @Override
    public void commitAsync() {
        violated("a commit of everything polled");
    }

    @Override
    public void commitAsync(OffsetCommitCallback callback) {
        violated("a commit of everything polled");
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        enter("seek");
        needAssigned(partition);
        journal.add("seek " + partition + "@" + offset);
        positions.put(partition, offset);
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
        Long position = positions.get(partition);
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
        stopped.addAll(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        enter("resume");
        partitions.forEach(this::needAssigned);
        journal.add("resume " + partitions.size());
        stopped.removeAll(partitions);
    }

    @Override
    public Set<TopicPartition> paused() {
        return Set.copyOf(stopped);
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
        if (owner != null && owner != Thread.currentThread()) {
            violated("close on " + Thread.currentThread().getName());
        }
        journal.add("close");
        closeTimeout = options.timeout().orElse(null);
        wakeup.set(false);
        answerAll();
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
    public void close() {
        violated("a close without a time limit");
        close(CloseOptions.timeout(Duration.ZERO));
    }

    @Override
    public boolean closed() {
        return closes.get() > 0;
    }
}

package io.millrace.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * What becomes of the commits of a {@link ScriptedConsumer}: which are applied, what the client is told of them, and
 * when. Answers to asynchronous ones come in the order in which they were sent. One thread at a time.
 */
public final class ScriptedCommits {
    /** A commit that was sent. */
    public record Sent(boolean sync, Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        Long offset(int partition) {
            OffsetAndMetadata offset = offsets.get(ScriptedGroup.partition(partition));
            return offset == null ? null : Long.valueOf(offset.offset());
        }
    }

    /** An asynchronous commit that is in flight. */
    private final class Pending {
        final Map<TopicPartition, OffsetAndMetadata> offsets;
        final OffsetCommitCallback callback;
        private CommitAnswer answer;

        Pending(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            this.offsets = offsets;
            this.callback = callback;
        }

        /** What becomes of it, and does: the broker knows before the client hears of it. */
        CommitAnswer decide() {
            if (answer == null) {
                answer = asyncAnswers.isEmpty() ? CommitAnswer.OK : asyncAnswers.remove();
                if (answer.applied()) {
                    group.apply(offsets);
                }
            }
            return answer;
        }
    }

    private final ScriptedGroup group;
    private final Journal journal;
    private final Predicate<TopicPartition> isAssigned;
    private final Consumer<String> violated;
    private final Consumer<Duration> waiting;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final Deque<CommitAnswer> syncAnswers = new ArrayDeque<>();
    private final Deque<CommitAnswer> asyncAnswers = new ArrayDeque<>();
    private final List<Sent> sent = new ArrayList<>();
    private final Map<TopicPartition, TreeSet<Long>> open = new HashMap<>();
    private Consumer<Sent> onSend = commit -> {};
    private BiConsumer<Integer, List<Long>> onForget = (partition, offsets) -> {};
    private RuntimeException asyncError;
    private boolean holdAnswers;
    private boolean applyOnWakeup = true;
    private boolean inCallback;
    private int mostInFlight;

    ScriptedCommits(
            ScriptedGroup group,
            Journal journal,
            Predicate<TopicPartition> isAssigned,
            Consumer<String> violated,
            Consumer<Duration> waiting) {
        this.group = group;
        this.journal = journal;
        this.isAssigned = isAssigned;
        this.violated = violated;
        this.waiting = waiting;
    }

    // ---- the script

    /** What becomes of the next synchronous commits; after those all succeed. */
    public void syncAnswers(CommitAnswer... answers) {
        syncAnswers.addAll(List.of(answers));
    }

    /** What becomes of the next asynchronous commits; after those all succeed. */
    public void asyncAnswers(CommitAnswer... answers) {
        asyncAnswers.addAll(List.of(answers));
    }

    /** The next asynchronous commit is not sent: the call throws this. */
    public void asyncThrows(RuntimeException error) {
        asyncError = error;
    }

    public void forgetScript() {
        syncAnswers.clear();
        asyncAnswers.clear();
    }

    public void holdAnswers(boolean hold) {
        holdAnswers = hold;
    }

    public void applyOnWakeup(boolean apply) {
        applyOnWakeup = apply;
    }

    /** Is told of each commit when it is sent, also of those that the client makes by itself. */
    void onSend(Consumer<Sent> told) {
        onSend = told;
    }

    /** Is told of each partition that went, and which records of it were handled and not acknowledged as committed. */
    public void onForget(BiConsumer<Integer, List<Long>> told) {
        onForget = told;
    }

    // ---- what happened

    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    public int inFlight() {
        return pending.size();
    }

    public int mostInFlight() {
        return mostInFlight;
    }

    boolean isInCallback() {
        return inCallback;
    }

    void handled(ConsumerRecord<byte[], byte[]> record) {
        open.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), unused -> new TreeSet<>())
                .add(record.offset());
    }

    /** How many records of what is owned now were handled without the engine being told that they are committed. */
    int unacknowledged() {
        return open.values().stream().mapToInt(TreeSet::size).sum();
    }

    // ---- the client

    void sync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout, boolean isWoken) {
        note(new Sent(true, Map.copyOf(offsets), timeout));
        if (isWoken) {
            arrive();
            if (applyOnWakeup) {
                group.apply(offsets);
            }
            throw new WakeupException();
        }
        answerAll();
        CommitAnswer answer = syncAnswers.isEmpty() ? CommitAnswer.OK : syncAnswers.remove();
        Duration takes = answer.takes();
        if (!takes.isZero()) {
            waiting.accept(takes.compareTo(timeout) > 0 ? timeout : takes);
        }
        if (answer.applied()) {
            group.apply(offsets);
        }
        if (answer.error() instanceof RuntimeException error) {
            throw error;
        }
        offsets.forEach(this::acknowledge);
    }

    void async(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        if (asyncError != null) {
            RuntimeException error = asyncError;
            asyncError = null;
            throw error;
        }
        note(new Sent(false, Map.copyOf(offsets), null));
        pending.add(new Pending(Map.copyOf(offsets), callback));
        mostInFlight = Math.max(mostInFlight, pending.size());
    }

    /** The client commits by itself: the engine is told nothing of it. */
    void automatic(Map<TopicPartition, OffsetAndMetadata> offsets) {
        journal.add("autoCommit " + plain(offsets));
        onSend.accept(new Sent(false, Map.copyOf(offsets), null));
        group.apply(offsets);
    }

    private void note(Sent commit) {
        journal.add((commit.sync() ? "commitSync " : "commitAsync ") + plain(commit.offsets()));
        sent.add(commit);
        commit.offsets().keySet().stream()
                .filter(isAssigned.negate())
                .forEach(partition -> violated.accept("commit of " + partition + ", which is not owned"));
        onSend.accept(commit);
    }

    private static Map<String, Long> plain(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<String, Long> plain = new TreeMap<>();
        offsets.forEach((partition, offset) -> plain.put(partition.toString(), offset.offset()));
        return plain;
    }

    /** The broker takes what is in flight, in the order in which it was sent; the client has not heard of it yet. */
    public void arrive() {
        pending.forEach(Pending::decide);
    }

    void atPoll() {
        if (!holdAnswers) {
            answerAll();
        }
    }

    void lookAtAnswers() {
        if (holdAnswers && !pending.isEmpty()) {
            throw new TimeoutException("no answer yet");
        }
        answerAll();
    }

    void answerAll() {
        while (!pending.isEmpty()) {
            answerOne();
        }
    }

    /** Answers the oldest asynchronous commit. */
    void answerOne() {
        Pending commit = pending.remove();
        CommitAnswer answer = commit.decide();
        if (answer.error() == null) {
            commit.offsets.forEach(this::acknowledge);
        }
        inCallback = true;
        try {
            commit.callback.onComplete(commit.offsets, answer.error());
        } catch (RuntimeException e) {
            violated.accept("a commit's callback threw " + e);
            throw e;
        } finally {
            inCallback = false;
        }
    }

    private void acknowledge(TopicPartition partition, OffsetAndMetadata offset) {
        TreeSet<Long> records = open.get(partition);
        if (records != null) {
            records.headSet(offset.offset()).clear();
        }
    }

    /** The partition is another's now. */
    void forget(TopicPartition partition) {
        TreeSet<Long> left = open.remove(partition);
        onForget.accept(partition.partition(), left == null ? List.of() : List.copyOf(left));
    }
}

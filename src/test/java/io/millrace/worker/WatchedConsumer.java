package io.millrace.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;

/**
 * A consumer that sees which of its methods are called, by whom and when: a test can put something before each call,
 * and what the engine must never call is noted as a violation instead of thrown, so that no {@code catch} can hide it.
 */
abstract class WatchedConsumer extends MockConsumer<byte[], byte[]> {
    private final Map<String, Deque<Runnable>> before = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private Consumer<String> onEveryCall = call -> {};
    private Thread owner;

    WatchedConsumer() {
        super("none");
    }

    /** Whether a commit's callback is being called. */
    abstract boolean isInCallback();

    /** The next call of this method of the consumer begins with this; several are run by as many calls. */
    public void before(String call, Runnable task) {
        before.computeIfAbsent(call, unused -> new ArrayDeque<>()).add(task);
    }

    /** Every call of the consumer begins with this. */
    void onEveryCall(Consumer<String> told) {
        onEveryCall = told;
    }

    /** What the engine must not do, and did. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    void violated(String what) {
        violations.add(what);
    }

    /** Each method begins with it. */
    final void enter(String call) {
        if (closed()) {
            violated(call + " after close");
            throw new IllegalStateException("This consumer has already been closed.");
        }
        checkThread(call);
        if (isInCallback()) {
            violated(call + " inside a commit's callback");
        }
        onEveryCall.accept(call);
        Deque<Runnable> scripted = before.get(call);
        if (scripted != null && !scripted.isEmpty()) {
            scripted.poll().run();
        }
    }

    final void checkThread(String call) {
        if (owner == null) {
            owner = Thread.currentThread();
        } else if (owner != Thread.currentThread()) {
            violated(call + " on " + Thread.currentThread().getName());
        }
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
    public void close() {
        violated("a close without a time limit");
        close(CloseOptions.timeout(Duration.ZERO));
    }
}

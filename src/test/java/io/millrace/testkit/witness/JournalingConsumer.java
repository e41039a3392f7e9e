package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.JournalEvent;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;

/**
 * A consumer that journals what it is asked and told: assignment, moves, pauses, commits and their answers, wakeups,
 * the close. Everything else goes through; what could change the group's offsets without being journaled is refused.
 * The worker's own thread, but for {@code wakeup}.
 */
public final class JournalingConsumer implements InvocationHandler {
    private static final Set<String> REFUSED = Set.of("assign", "unsubscribe", "seekToBeginning", "seekToEnd");
    private static final String OUT_OF_RANGE = "out-of-range";

    private final Consumer<byte[], byte[]> client;
    private final WorkerJournal journal;
    /** Partitions of which the client has asked where to start, and why. */
    private final Map<TopicPartition, String> asked = new HashMap<>();

    private long commits;

    private JournalingConsumer(Consumer<byte[], byte[]> client, WorkerJournal journal) {
        this.client = client;
        this.journal = journal;
    }

    @SuppressWarnings("unchecked") // it does what the client does
    public static Consumer<byte[], byte[]> around(Consumer<byte[], byte[]> client, WorkerJournal journal) {
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                JournalingConsumer.class.getClassLoader(),
                new Class<?>[] {Consumer.class},
                new JournalingConsumer(client, journal));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "subscribe" -> {
                return subscribe(method, arguments);
            }
            case "poll" -> {
                return poll(method, arguments);
            }
            case "seek" -> seek((TopicPartition) arguments[0], arguments[1]);
            case "pause" -> journal.each(partitions(arguments), JournalEvent.Paused::new);
            case "resume" -> journal.each(partitions(arguments), JournalEvent.Resumed::new);
            case "commitSync" -> {
                return commitSync(method, arguments);
            }
            case "commitAsync" -> {
                return commitAsync(method, arguments);
            }
            case "assignment" -> {
                return assignment(method, arguments);
            }
            case "wakeup" -> journal.wakeup();
            case "close" -> {
                return close(method, arguments);
            }
            default -> {
                if (REFUSED.contains(method.getName())) {
                    throw refused(method);
                }
            }
        }
        return call(method, arguments);
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static UnsupportedOperationException refused(Method method) {
        return new UnsupportedOperationException("the journal cannot tell of " + method);
    }

    @SuppressWarnings("unchecked") // both methods take nothing else
    private static Collection<TopicPartition> partitions(Object[] arguments) {
        return (Collection<TopicPartition>) arguments[0];
    }

    private Object subscribe(Method method, Object[] arguments) throws Throwable {
        if (arguments.length < 2) {
            throw refused(method);
        }
        ConsumerRebalanceListener engine = (ConsumerRebalanceListener) arguments[1];
        return call(method, new Object[] {arguments[0], new JournalingListener(client, journal, engine)});
    }

    /** What the client does not show any more it has let go, also where it told nobody. */
    @SuppressWarnings("unchecked") // it returns nothing else
    private Object assignment(Method method, Object[] arguments) throws Throwable {
        Object shown = call(method, arguments);
        List<TopicPartition> gone = journal.heldBut((Set<TopicPartition>) shown);
        if (!gone.isEmpty()) {
            journal.each(gone, JournalEvent.Lost::new);
            journal.released(gone);
        }
        return shown;
    }

    private Object poll(Method method, Object[] arguments) throws Throwable {
        try {
            return call(method, arguments);
        } catch (NoOffsetForPartitionException e) {
            e.partitions().forEach(partition -> asked.put(partition, JournalEvent.Reset.NO_OFFSET));
            throw e;
        } catch (OffsetOutOfRangeException e) {
            e.partitions().forEach(partition -> asked.put(partition, OUT_OF_RANGE));
            throw e;
        }
    }

    /** An offset with metadata is one that the group has: it moves nothing out of turn. */
    private void seek(TopicPartition partition, Object to) {
        String question = asked.remove(partition);
        long now = System.nanoTime();
        long epoch = journal.epoch(partition);
        String why = journal.takeSeekReason();
        if (to instanceof OffsetAndMetadata offset) {
            journal.write(new JournalEvent.Seek(
                    now, epoch, partition, JournalEvent.UNKNOWN, offset.offset(), "the committed offset"));
        } else if (question != null) {
            journal.write(new JournalEvent.Reset(now, epoch, partition, (Long) to, question));
        } else {
            journal.write(new JournalEvent.Seek(now, epoch, partition, JournalEvent.UNKNOWN, (Long) to, why));
        }
    }

    private Object commitSync(Method method, Object[] arguments) throws Throwable {
        if (offsets(method, arguments).isEmpty()) {
            // It sends nothing: the engine only waits for answers.
            return call(method, arguments);
        }
        long id = tried(JournalEvent.Mode.SYNC, offsets(method, arguments));
        Throwable error = null;
        try {
            return call(method, arguments);
        } catch (Throwable e) {
            error = e;
            throw e;
        } finally {
            // Inside it the client may have sent it more than once: what the last answer refuses, the first may have.
            answered(id, error, error instanceof AuthorizationException || error instanceof FencedInstanceIdException);
        }
    }

    private Object commitAsync(Method method, Object[] arguments) throws Throwable {
        long id = tried(JournalEvent.Mode.ASYNC, offsets(method, arguments));
        OffsetCommitCallback engine = (OffsetCommitCallback) arguments[1];
        OffsetCommitCallback callback = (offsets, error) -> {
            answered(id, error, isRefusal(error));
            if (engine != null) {
                engine.onComplete(offsets, error);
            }
        };
        return call(method, new Object[] {arguments[0], callback});
    }

    /** It is sent once, so what is refused is not applied. */
    private static boolean isRefusal(Exception error) {
        return error instanceof CommitFailedException
                || error instanceof RebalanceInProgressException
                || error instanceof AuthorizationException
                || error instanceof FencedInstanceIdException;
    }

    @SuppressWarnings("unchecked") // a commit takes no other map
    private static Map<TopicPartition, OffsetAndMetadata> offsets(Method method, Object[] arguments) {
        if (arguments == null || !(arguments[0] instanceof Map)) {
            throw refused(method);
        }
        return (Map<TopicPartition, OffsetAndMetadata>) arguments[0];
    }

    private long tried(JournalEvent.Mode mode, Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, Long> plain = new HashMap<>();
        offsets.forEach((partition, offset) -> plain.put(partition, offset.offset()));
        long id = ++commits;
        journal.write(new JournalEvent.CommitTry(System.nanoTime(), id, mode, plain));
        return id;
    }

    private void answered(long id, Throwable error, boolean refused) {
        JournalEvent.Answer answer = error == null
                ? JournalEvent.Answer.OK
                : refused ? JournalEvent.Answer.FAIL : JournalEvent.Answer.UNKNOWN;
        journal.write(
                new JournalEvent.CommitAnswer(System.nanoTime(), id, answer, error == null ? "" : error.toString()));
    }

    private Object close(Method method, Object[] arguments) throws Throwable {
        journal.write(new JournalEvent.CloseBegin(System.nanoTime()));
        try {
            return call(method, arguments);
        } finally {
            journal.write(new JournalEvent.CloseEnd(System.nanoTime()));
        }
    }
}

package io.millrace.testkit.ledger;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What can stand in a journal, an engine's or the observer's. Immutable. The text form of each is told by
 * {@link EventEncoder}.
 *
 * <p>All times are {@link System#nanoTime}, which processes of one boot share on Linux. Which process and worker an
 * event of an engine belongs to is told once, by the first lines of its file.
 */
public sealed interface JournalEvent {
    /** In place of an offset: the group has committed nothing. */
    long NONE = -1;

    /** In place of an offset: nobody asked, or there was no answer. */
    long UNKNOWN = -2;

    /** When it happened; in one file it never goes down. */
    long time();

    /** What belongs to one ownership of a partition. The epoch rises with each assignment in a process. */
    sealed interface OfSpan extends JournalEvent {
        long epoch();

        TopicPartition partition();
    }

    /** The handler is called: written before the call. The attempt counts from 1. */
    record Begin(long time, long epoch, TopicPartition partition, long offset, int attempt) implements OfSpan {}

    /** The handler has returned or thrown: written before the engine hears of it. */
    record End(long time, long epoch, TopicPartition partition, long offset, int attempt, Outcome outcome)
            implements OfSpan {}

    /**
     * The compact form for volume: each offset of {@code [from, to)} was handled at the first attempt, in order, and is
     * {@link Outcome#OK}. Only offsets without a hole between them share a run, so it hides nothing.
     *
     * @param began when the first of them began
     * @param time when the last of them ended
     */
    record Run(long began, long time, long epoch, TopicPartition partition, long from, long to) implements OfSpan {}

    /** The handler has found the record's content wrong: its checksum, or coordinates that are not its own. */
    record Corrupt(long time, long epoch, TopicPartition partition, long offset, String why) implements OfSpan {}

    /**
     * The partition is this worker's now.
     *
     * @param committed what the group had committed when the client asked, {@link #NONE} or {@link #UNKNOWN}
     * @param start the position the client starts from, or {@link #UNKNOWN}: then it must be {@code committed}
     */
    record Assigned(long time, long epoch, TopicPartition partition, long committed, long start) implements OfSpan {}

    /** Given up: written when the engine's own callback has returned, so that its last commit lies before. */
    record Revoked(long time, long epoch, TopicPartition partition) implements OfSpan {}

    /** Taken away: written before the engine's own callback is called, so that whatever it does lies behind. */
    record Lost(long time, long epoch, TopicPartition partition) implements OfSpan {}

    record Paused(long time, long epoch, TopicPartition partition) implements OfSpan {}

    record Resumed(long time, long epoch, TopicPartition partition) implements OfSpan {}

    /**
     * The client's position was moved.
     *
     * @param why {@link #OPERATOR} if a person asked for it, which alone excuses what is skipped or repeated; else free
     */
    record Seek(long time, long epoch, TopicPartition partition, long from, long to, String why) implements OfSpan {
        /** The reason that makes a move legal whatever it skips or repeats. */
        public static final String OPERATOR = "operator";

        public boolean isOperator() {
            return why.equals(OPERATOR);
        }
    }

    /**
     * A policy chose the position because there was no usable one.
     *
     * @param why {@link #NO_OFFSET}, believed only while nothing was ever committed, or any other reason, such as
     *     {@code out-of-range}
     */
    record Reset(long time, long epoch, TopicPartition partition, long to, String why) implements OfSpan {
        /** The reason of a new group. */
        public static final String NO_OFFSET = "no-offset";
    }

    /** How a commit was asked for. */
    enum Mode {
        SYNC,
        ASYNC,
        CLOSE
    }

    /** A commit is sent: written before the call. The number is unique in the file. */
    record CommitTry(long time, long id, Mode mode, Map<TopicPartition, Long> offsets) implements JournalEvent {
        public CommitTry {
            Map<TopicPartition, Long> sorted = new TreeMap<>(Partitions.ORDER);
            sorted.putAll(offsets);
            offsets = sorted;
        }
    }

    /** What the client was told of a commit. */
    enum Answer {
        OK,
        /** Surely not applied. */
        FAIL,
        /** It may have been applied: no answer, or one that does not tell. */
        UNKNOWN
    }

    record CommitAnswer(long time, long id, Answer answer, String error) implements JournalEvent {}

    /** The first line of each file of an engine. */
    record ProcessStart(long time, String process, long pid, long wallMillis) implements JournalEvent {}

    /** The second line of a worker's file. */
    record WorkerStart(long time, int worker) implements JournalEvent {}

    record WorkerDead(long time, String cause) implements JournalEvent {}

    /** The worker has ended as it should. */
    record WorkerStop(long time) implements JournalEvent {}

    record Wakeup(long time) implements JournalEvent {}

    record CloseBegin(long time) implements JournalEvent {}

    record CloseEnd(long time) implements JournalEvent {}

    /** What the observer writes: whoever starts, hurts and watches the engine's processes. */
    sealed interface Observed extends JournalEvent {}

    enum Sign {
        /** The process is dead: written when that is sure. */
        KILL,
        /** Written before the signal is sent. */
        STOP,
        /** Written before the signal is sent. */
        CONT,
        TERM
    }

    record Signal(long time, String process, Sign sign) implements Observed {}

    /** The group's offset is set from outside: written before it is done. */
    record OperatorReset(long time, TopicPartition partition, long to) implements Observed {}

    /** A fault that was planned has surely struck. */
    record Hit(long time, String what) implements Observed {}

    /** From here on, or no longer, nobody could make progress: the broker was not reachable. */
    record Outage(long time, boolean begins, String what) implements Observed {}

    /** What the engine said of one of its workers when it was asked. */
    record Status(long time, String process, int worker, String state) implements Observed {}

    /** What a process counted until it had stopped; the names are those of {@link CountRule}. */
    record Counters(long time, String process, Map<String, Long> values) implements Observed {
        public Counters {
            values = new TreeMap<>(values);
        }
    }

    /** The last look. */
    record RunEnd(long time) implements Observed {}
}

package io.millrace.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * How other threads interrupt a worker between two records, and see which record it has in hand. One of the few objects
 * that carry state between threads: any thread may raise and look, the worker alone takes and sets.
 *
 * <p>It is read for each record, so the reads are opaque: no fence, no lock, only the promise that a raised flag is
 * seen soon.
 */
public final class Attention {
    /** Stop after the record in hand. Once raised it stays. */
    public static final int STOP = 1;
    /** There is something in the mailbox. */
    public static final int MAIL = 2;
    /** The handler has asked for a commit. */
    public static final int COMMIT = 4;

    private static final VarHandle FLAGS;
    private static final VarHandle RECORDS;
    private static final VarHandle INDEX;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FLAGS = lookup.findVarHandle(Attention.class, "flags", int.class);
            RECORDS = lookup.findVarHandle(Attention.class, "records", List.class);
            INDEX = lookup.findVarHandle(Attention.class, "index", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through FLAGS
    private int flags;

    /** What is looked at; the worker's own. */
    private int mask = -1;

    @SuppressWarnings("unused") // through RECORDS
    private List<ConsumerRecord<byte[], byte[]>> records;

    @SuppressWarnings("unused") // through INDEX
    private int index;

    /** Asks for something; any thread. */
    public void raise(int flag) {
        FLAGS.getAndBitwiseOr(this, flag);
    }

    /** Whether anything is asked for that is not put off; the worker alone. */
    public boolean isRaised() {
        return ((int) FLAGS.getOpaque(this) & mask) != 0;
    }

    /** Whether a stop that is asked for shall wait: a chunk that is committed must be handled; the worker alone. */
    public void putOffStop(boolean puts) {
        mask = puts ? ~STOP : -1;
    }

    /** Whether the stop is asked for; any thread. */
    public boolean isStopping() {
        return ((int) FLAGS.getOpaque(this) & STOP) != 0;
    }

    /** Whether a commit was asked for since the last call; the worker alone. */
    public boolean takeCommit() {
        return isRaised() && ((int) FLAGS.getAndBitwiseAnd(this, ~COMMIT) & COMMIT) != 0;
    }

    /** The mailbox is about to be read; the stop stays raised. */
    public void mailTaken() {
        FLAGS.getAndBitwiseAnd(this, ~MAIL);
    }

    /**
     * The worker begins with these records; null: it has none in hand.
     *
     * <p>The list is set once per run and an index per record, and not the record itself: a reference that is stored
     * for each record costs a garbage collector's barrier each time, a number costs nothing.
     */
    public void begin(List<ConsumerRecord<byte[], byte[]>> list, int first) {
        RECORDS.setRelease(this, null);
        INDEX.setOpaque(this, first);
        RECORDS.setRelease(this, list);
    }

    /** The worker now has the record with this index in hand. */
    public void inHand(int at) {
        INDEX.setOpaque(this, at);
    }

    /** The record that the worker has in hand, or null; any thread. */
    @SuppressWarnings("unchecked")
    public ConsumerRecord<byte[], byte[]> inHand() {
        List<ConsumerRecord<byte[], byte[]>> list = (List<ConsumerRecord<byte[], byte[]>>) RECORDS.getAcquire(this);
        int at = (int) INDEX.getOpaque(this);
        boolean same = list == RECORDS.getAcquire(this);
        return list != null && same && at < list.size() ? list.get(at) : null;
    }
}

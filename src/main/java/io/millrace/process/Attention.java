package io.millrace.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

    private static final VarHandle FLAGS;
    private static final VarHandle IN_HAND;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FLAGS = lookup.findVarHandle(Attention.class, "flags", int.class);
            IN_HAND = lookup.findVarHandle(Attention.class, "inHand", ConsumerRecord.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through FLAGS
    private int flags;

    @SuppressWarnings("unused") // through IN_HAND
    private ConsumerRecord<byte[], byte[]> inHand;

    /** Asks for something; any thread. */
    public void raise(int flag) {
        FLAGS.getAndBitwiseOr(this, flag);
    }

    /** Whether anything is asked for. */
    public boolean isRaised() {
        return (int) FLAGS.getOpaque(this) != 0;
    }

    /** Whether the stop is asked for; any thread. */
    public boolean isStopping() {
        return ((int) FLAGS.getOpaque(this) & STOP) != 0;
    }

    /** The mailbox is about to be read; the stop stays raised. */
    public void mailTaken() {
        FLAGS.getAndBitwiseAnd(this, ~MAIL);
    }

    /** The worker now has this record in hand; null: none. */
    public void inHand(ConsumerRecord<byte[], byte[]> record) {
        IN_HAND.setOpaque(this, record);
    }

    /** The record that the worker has in hand, or null; any thread. */
    @SuppressWarnings("unchecked")
    public ConsumerRecord<byte[], byte[]> inHand() {
        return (ConsumerRecord<byte[], byte[]>) IN_HAND.getOpaque(this);
    }
}

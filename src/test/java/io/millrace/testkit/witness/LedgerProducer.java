package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.Witnesses;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Fills a topic and keeps a ledger of it: what was meant is written down before it is sent, and what became of it
 * after. Partitions, keys and values come from a seed; see {@link LedgerRecords}. Each record is handed to an
 * idempotent client once, which tries on while the broker is away. Works on a thread of its own; this object is for the
 * thread that started it.
 */
public final class LedgerProducer {
    private final Thread thread;
    private volatile Throwable failure;

    private LedgerProducer(Runnable work, String name) {
        thread = new Thread(() -> guarded(work), name);
        thread.setDaemon(true);
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            failure = e;
        }
    }

    /**
     * Produces so many records and returns when the outcome of each is written.
     *
     * @param folder gets the ledger, a file more for each producer
     * @param perSecond 0: as fast as it goes
     */
    public static void produce(String bootstrap, Path folder, String topic, int records, double perSecond, long seed) {
        start(bootstrap, folder, topic, records, perSecond, seed).await();
    }

    /** The same in the background. */
    public static LedgerProducer start(
            String bootstrap, Path folder, String topic, int records, double perSecond, long seed) {
        ProducerSession.Plan plan = new ProducerSession.Plan(bootstrap, topic, records, perSecond, seed, false);
        return started(() -> ProducerSession.plain(plan, file(folder, plan)), plan);
    }

    /** The same in the background, of records that all have a key, as a compacted topic wants them. */
    public static LedgerProducer startKeyed(
            String bootstrap, Path folder, String topic, int records, double perSecond, long seed) {
        ProducerSession.Plan plan = new ProducerSession.Plan(bootstrap, topic, records, perSecond, seed, true);
        return started(() -> ProducerSession.plain(plan, file(folder, plan)), plan);
    }

    /** Produces in transactions, of which the seed chooses some to be aborted, with and without all of it sent. */
    public static void produceTransactional(
            String bootstrap, Path folder, String topic, int records, double perSecond, long seed) {
        startTransactional(bootstrap, folder, topic, records, perSecond, seed).await();
    }

    /** The same in the background. */
    public static LedgerProducer startTransactional(
            String bootstrap, Path folder, String topic, int records, double perSecond, long seed) {
        ProducerSession.Plan plan = new ProducerSession.Plan(bootstrap, topic, records, perSecond, seed, false);
        return started(() -> ProducerSession.transactional(plan, file(folder, plan)), plan);
    }

    private static LedgerProducer started(Runnable work, ProducerSession.Plan plan) {
        LedgerProducer producer = new LedgerProducer(work, "ledger-producer-" + plan.run());
        producer.thread.start();
        return producer;
    }

    private static Path file(Path folder, ProducerSession.Plan plan) {
        for (int i = 1; ; i++) {
            Path file = folder.resolve(plan.topic() + "." + plan.run() + "." + i + Witnesses.PRODUCER);
            if (!Files.exists(file)) {
                return file;
            }
        }
    }

    /**
     * Waits until the outcome of each record is written.
     *
     * @throws AssertionError if it could not go on
     */
    public void await() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a producer was at work", e);
        }
        if (failure != null) {
            throw new AssertionError("a producer failed: " + failure, failure);
        }
    }

    /** Whether it is still at work. */
    public boolean isAlive() {
        return thread.isAlive();
    }
}

package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.OffsetSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a log while it is written, so that what was there once is known although the log was compacted or cut since. To
 * be started before the engines; the topic must not grow partitions. It reads on a thread of its own; this object is
 * for one thread at a time.
 */
public final class LogTail implements AutoCloseable {
    private final PlainReader reader;
    private final Map<TopicPartition, PlainReader.Span> spans;
    /** Written by the reading thread until it has ended. */
    private final Map<TopicPartition, OffsetSet> seen = new TreeMap<>(PlainReader.ORDER);

    private final Map<TopicPartition, Long> next = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();
    private final Thread thread;
    private volatile boolean stop;
    private volatile RuntimeException failure;

    private LogTail(PlainReader reader, String topic) {
        this.reader = reader;
        this.spans = reader.spans(topic);
        spans.keySet().forEach(partition -> seen.put(partition, new OffsetSet()));
        this.thread = new Thread(this::follow, "ledger-log-tail");
        thread.setDaemon(true);
    }

    /** @param readCommitted how the engine reads */
    public static LogTail start(String bootstrap, String topic, boolean readCommitted) {
        LogTail tail = new LogTail(new PlainReader(bootstrap, readCommitted), topic);
        tail.thread.start();
        return tail;
    }

    private void follow() {
        try (reader) {
            reader.follow(spans, () -> stop, (partition, record) -> {
                if (seen.get(partition).add(record.offset())) {
                    count.incrementAndGet();
                    next.put(partition, record.offset() + 1);
                }
            });
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** How many records it was given so far. */
    public long seen() {
        return count.get();
    }

    /** Up to where, and without, it was given a partition's records so far. */
    public long next(TopicPartition partition) {
        return next.getOrDefault(partition, 0L);
    }

    /** Ends the reading. */
    @Override
    public void close() {
        stop = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the tail ended", e);
        }
        if (failure != null) {
            throw new AssertionError("the tail of the log broke off: " + failure, failure);
        }
    }

    /** Adds to what {@link LogReader} found, after the close, what it did not find any more. */
    public void into(LogWitness log) {
        if (thread.isAlive()) {
            throw new IllegalStateException("close the tail first");
        }
        seen.forEach((name, offsets) -> {
            LogWitness.Partition partition = log.get(name);
            // What is told changes what is there: the ranges are found first.
            OffsetSet gone = new OffsetSet();
            offsets.forEachMissing(partition.possible(), partition.aborted(), 0, Long.MAX_VALUE, gone::add);
            gone.forEachRange((from, to) -> {
                long cut = Math.min(Math.max(from, partition.start()), to);
                partition.add(LogWitness.Content.TRUNCATED, from, cut);
                partition.add(LogWitness.Content.COMPACTED, cut, to);
            });
        });
    }
}

package io.millrace.testkit.ledger;

import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;

/**
 * Appends events to a journal: one file for each worker of each process, and one for the observer; see
 * {@link EventEncoder} for the lines and {@link Witnesses} for the names.
 *
 * <p>{@link #write} hands each line to the kernel in one write of its own before it returns, so that what is journaled
 * has happened as far as any later witness can tell, whatever kills the process. {@link #append} and {@link #ran} hold
 * lines back for speed; everything held back is written before, and with, the next {@code write}: write each
 * COMMIT-TRY, and the order between what is finished and what is committed stays right. After a kill the journal may
 * then know less than was done, never more.
 *
 * <p>Any thread.
 */
public final class JournalWriter implements AutoCloseable {
    private static final int MOST_WAITING = 1 << 16;

    private final CheckedWriter file;

    private TopicPartition partition;
    private long epoch;
    private long from;
    private long to;
    private long began;
    private long ended;

    /** @throws java.io.UncheckedIOException if the file is there already */
    public JournalWriter(Path file) {
        this.file = new CheckedWriter(file);
    }

    /** Writes the event, and what was held back before it. */
    public synchronized void write(JournalEvent event) {
        endRun();
        EventEncoder.encode(event, file.lines());
        file.flush();
    }

    /** Holds the event back until the next write, or until many wait. */
    public synchronized void append(JournalEvent event) {
        endRun();
        EventEncoder.encode(event, file.lines());
        flushIfMany();
    }

    /**
     * One record was handled with success at the first attempt. Records without a hole between them are joined into
     * one RUN line.
     */
    public synchronized void ran(TopicPartition partition, long epoch, long offset, long began, long ended) {
        if (offset != to || epoch != this.epoch || !partition.equals(this.partition)) {
            endRun();
            this.partition = partition;
            this.epoch = epoch;
            this.from = offset;
            this.began = began;
        }
        this.to = offset + 1;
        this.ended = ended;
    }

    /** Writes what was held back. */
    public synchronized void flush() {
        endRun();
        file.flush();
    }

    private void endRun() {
        if (partition != null) {
            EventEncoder.run(began, ended, epoch, partition, from, to, file.lines());
            file.lines().end();
            partition = null;
            to = -1;
            flushIfMany();
        }
    }

    private void flushIfMany() {
        if (file.waiting() > MOST_WAITING) {
            file.flush();
        }
    }

    @Override
    public synchronized void close() {
        endRun();
        file.close();
    }
}

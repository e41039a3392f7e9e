package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * The journal of one life of a worker: from when its handler is opened until the process's main has seen how it ended.
 * The worker's own thread, but for {@link #wakeup}, {@link #end} and {@link #cut}, which any may call.
 */
public final class WorkerJournal {
    private static final long UNASSIGNED = 0;
    private static final String OWN = "the engine's own";

    private final int worker;
    private final JournalWriter file;
    private final AtomicLong epochs;
    private final AtomicInteger wakeups = new AtomicInteger();
    /** The latest ownership of each partition, be it over: what comes after its end is to be told as such. */
    private final Map<TopicPartition, Long> latest = new HashMap<>();

    private final Set<TopicPartition> held = new LinkedHashSet<>();
    private String seekReason = OWN;
    private boolean over;
    private boolean cut;

    /** @param epochs of all workers of the process */
    public WorkerJournal(Path path, String process, int worker, AtomicLong epochs) {
        this.worker = worker;
        this.epochs = epochs;
        this.file = new JournalWriter(path);
        write(new JournalEvent.ProcessStart(
                System.nanoTime(), process, ProcessHandle.current().pid(), System.currentTimeMillis()));
        write(new JournalEvent.WorkerStart(System.nanoTime(), worker));
    }

    int worker() {
        return worker;
    }

    /**
     * Writes the event before it returns. Once the life is over nobody returns from here: what is not in the journal is
     * not done, and the process ends at once.
     *
     * @throws CutOff if the journal was cut
     */
    public synchronized void write(JournalEvent event) {
        if (cut) {
            throw new CutOff();
        }
        while (over) {
            LockSupport.park(this);
        }
        writeWakeups(event.time());
        file.write(event);
    }

    /**
     * Tells of a wakeup, which comes from another thread: its line stands before the worker's next one and has that
     * one's time. With a time of its own it could overtake a line whose time was read before.
     */
    void wakeup() {
        wakeups.incrementAndGet();
    }

    private void writeWakeups(long time) {
        for (int left = wakeups.getAndSet(0); left > 0; left--) {
            file.write(new JournalEvent.Wakeup(time));
        }
    }

    /** Writes the last line, made for the time that it is then; nothing can be written after it. */
    public synchronized void end(LongFunction<JournalEvent> last) {
        if (!over) {
            long now = System.nanoTime();
            writeWakeups(now);
            file.write(last.apply(now));
            file.close();
            over = true;
        }
    }

    /** Ends it as it stands, as SIGKILL does: who writes afterwards gets a {@link CutOff}. */
    public synchronized void cut() {
        if (!over) {
            file.close();
            over = true;
            cut = true;
        }
    }

    /** A new ownership. */
    long assigned(TopicPartition partition) {
        long epoch = epochs.incrementAndGet();
        latest.put(partition, epoch);
        held.add(partition);
        return epoch;
    }

    /** These ownerships have ended. */
    void released(Collection<TopicPartition> partitions) {
        held.removeAll(partitions);
    }

    /** What is held by what the journal tells, and is not among these. */
    List<TopicPartition> heldBut(Set<TopicPartition> shown) {
        return shown.containsAll(held)
                ? List.of()
                : held.stream().filter(partition -> !shown.contains(partition)).toList();
    }

    /** The number of the latest ownership; 0, which never was, if there is none. */
    public long epoch(TopicPartition partition) {
        return latest.getOrDefault(partition, UNASSIGNED);
    }

    /** Says why the next seek is made. */
    public void seeksBecause(String why) {
        seekReason = why;
    }

    /** Why the seek is made that is under way. */
    String takeSeekReason() {
        String why = seekReason;
        seekReason = OWN;
        return why;
    }

    /** Makes an event of one partition. */
    interface OfPartition {
        JournalEvent at(long time, long epoch, TopicPartition partition);
    }

    /** Writes one event for each partition. */
    void each(Collection<TopicPartition> partitions, OfPartition event) {
        for (TopicPartition partition : partitions) {
            write(event.at(System.nanoTime(), epoch(partition), partition));
        }
    }
}

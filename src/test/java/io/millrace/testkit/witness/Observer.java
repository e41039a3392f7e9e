package io.millrace.testkit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalWriter;
import io.millrace.testkit.ledger.Witnesses;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * The journal of whoever starts, hurts and watches the engines of a run. Each event is written before the method
 * returns. Any thread.
 */
public final class Observer implements AutoCloseable {
    private final JournalWriter journal;

    private Observer(JournalWriter journal) {
        this.journal = journal;
    }

    /** Begins the observer's journal in a folder; one for each run. */
    public static Observer open(Path folder) {
        return new Observer(new JournalWriter(folder.resolve("observer" + Witnesses.JOURNAL)));
    }

    /** {@code KILL} once the process is surely dead; {@code STOP}, {@code CONT} and {@code TERM} before it is sent. */
    public void signal(String process, JournalEvent.Sign sign) {
        journal.write(new JournalEvent.Signal(System.nanoTime(), process, sign));
    }

    /** A fault that was planned has surely struck. */
    public void hit(String what) {
        journal.write(new JournalEvent.Hit(System.nanoTime(), what));
    }

    /** The broker goes (called before), or is there again (called after). */
    public void outage(boolean begins, String what) {
        journal.write(new JournalEvent.Outage(System.nanoTime(), begins, what));
    }

    /** Called before the group's offset is set. */
    public void operatorReset(TopicPartition partition, long offset) {
        journal.write(new JournalEvent.OperatorReset(System.nanoTime(), partition, offset));
    }

    /** What the engine said of one of its workers. */
    public void status(String process, int worker, String state) {
        journal.write(new JournalEvent.Status(System.nanoTime(), process, worker, state));
    }

    /**
     * What a process counted, of its summary. Left out is what the two count differently. {@code revoked} and {@code
     * lost}: a journal holds what the client gives back in its close, which the engine has let go of before. {@code
     * commit-failed}: the engine counts a commit that it refuses itself, because the time of a poll is over, and counts
     * one where a wakeup hit it and it was called again; the journal holds calls.
     */
    public void counters(String process, JsonNode summary) {
        Map<String, Long> values = new TreeMap<>();
        put(values, "begun", summary, "/records");
        put(values, "ok", summary, "/handled");
        put(values, "failed", summary, "/failed");
        put(values, "committed", summary, "/commits/ok");
        put(values, "assigned", summary, "/rebalances/assigned");
        counters(process, values);
    }

    /** What a process counted, by the names of the checker. */
    public void counters(String process, Map<String, Long> values) {
        journal.write(new JournalEvent.Counters(System.nanoTime(), process, values));
    }

    private static void put(Map<String, Long> values, String name, JsonNode summary, String pointer) {
        JsonNode value = summary.at(pointer);
        if (!value.isIntegralNumber()) {
            throw new IllegalArgumentException("no " + pointer + " in the summary " + summary);
        }
        values.put(name, value.longValue());
    }

    /** The last look: all processes have ended. */
    public void end() {
        journal.write(new JournalEvent.RunEnd(System.nanoTime()));
    }

    @Override
    public void close() {
        journal.close();
    }
}

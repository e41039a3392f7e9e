package io.millrace.testkit.ledger;

import java.util.PriorityQueue;

/**
 * All journals as one, in the order of time; in one journal the order of its lines. A broken journal ends where it
 * breaks, and the run is void. One thread.
 */
final class Merge implements AutoCloseable {
    /** By how much a time may be older than the line before it: it is taken before its line is written. */
    private static final long TOLERANCE_NANOS = 1_000_000;

    private static final class Head implements Comparable<Head> {
        final WorkerTrack worker;
        final EventStream stream;
        final int index;
        JournalEvent event;
        long time = Long.MIN_VALUE;

        Head(WorkerTrack worker, EventStream stream, int index) {
            this.worker = worker;
            this.stream = stream;
            this.index = index;
        }

        @Override
        public int compareTo(Head other) {
            return time != other.time ? Long.compare(time, other.time) : Integer.compare(index, other.index);
        }
    }

    private final VerdictSink sink;
    private final PriorityQueue<Head> waiting = new PriorityQueue<>();
    private int sources;
    private Head current;
    private long lines;

    Merge(VerdictSink sink) {
        this.sink = sink;
    }

    void add(WorkerTrack worker, EventStream stream) {
        Head head = new Head(worker, stream, sources++);
        if (read(head)) {
            waiting.add(head);
        }
    }

    /** Goes to the next event; false: there is none. */
    boolean next() {
        if (current != null && read(current)) {
            Head second = waiting.peek();
            if (second == null || current.compareTo(second) <= 0) {
                return true;
            }
            waiting.add(current);
        }
        current = waiting.poll();
        return current != null;
    }

    JournalEvent event() {
        return current.event;
    }

    long time() {
        return current.time;
    }

    WorkerTrack worker() {
        return current.worker;
    }

    /** How many events were read. */
    long lines() {
        return lines;
    }

    private boolean read(Head head) {
        try {
            head.event = head.stream.next();
        } catch (BrokenWitnessException e) {
            sink.add(VerdictKind.V16, Severity.VOID, e.getMessage());
            head.event = null;
        }
        if (head.event == null) {
            head.stream.close();
            return false;
        }
        lines++;
        long time = head.event.time();
        // A wakeup comes from another thread, which may sleep between looking at the clock and writing.
        if (time < head.time - TOLERANCE_NANOS && head.time != Long.MIN_VALUE && !isWakeup(head.event)) {
            sink.add(
                    VerdictKind.V16,
                    Severity.VOID,
                    "the clock of " + head.worker.source() + " goes back from " + head.time + " to " + time);
        }
        head.time = Math.max(time, head.time);
        head.worker.lastTime = head.time;
        return true;
    }

    private static boolean isWakeup(JournalEvent event) {
        return event instanceof JournalEvent.Wakeup;
    }

    @Override
    public void close() {
        if (current != null) {
            current.stream.close();
        }
        waiting.forEach(head -> head.stream.close());
    }
}

package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** One journal of the engine while the run is replayed: one life of one worker. One thread. */
public final class WorkerTrack {
    /** A commit without an answer yet, with the ownerships it was made in. */
    record Pending(JournalEvent.CommitTry tried, List<Span> spans) {}

    private final String source;
    private final Map<TopicPartition, Span> spans = new HashMap<>();
    final Map<Long, Pending> pending = new HashMap<>();
    String process = "?";
    int number = -1;
    boolean closing;
    boolean isEngine;
    long lastTime = Long.MIN_VALUE;
    /** When its client was last told of partitions: a zombie that hears nothing has not polled. */
    long lastRebalance = Long.MIN_VALUE;

    private Span.Group releasing;
    private boolean dead;
    private boolean stopped;
    private Span recent;

    WorkerTrack(String source) {
        this.source = source;
    }

    public String source() {
        return source;
    }

    public String process() {
        return process;
    }

    public int number() {
        return number;
    }

    /** Whether its journal says that it ended, well or not. */
    public boolean hasEnded() {
        return dead || stopped;
    }

    public boolean isDead() {
        return dead;
    }

    public boolean isStopped() {
        return stopped;
    }

    /** The ownership that an event speaks of, be it over; null if the journal never told of its assignment. */
    Span span(TopicPartition partition, long epoch) {
        Span span = recent;
        if (span == null || span.epoch() != epoch || !span.partition().name().equals(partition)) {
            span = spans.get(partition);
            while (span != null && (span.epoch() != epoch || span.worker() != this)) {
                span = span.previous();
            }
            recent = span;
        }
        return span;
    }

    /** The latest ownership of the partition by this worker, or null. */
    Span latest(TopicPartition partition) {
        return spans.get(partition);
    }

    List<Span> open() {
        List<Span> open = new ArrayList<>();
        for (Span span : spans.values()) {
            if (span.isOpen()) {
                open.add(span);
            }
        }
        return open;
    }

    void assigned(Span span) {
        spans.put(span.partition().name(), span);
        releasing = null;
    }

    /** What is released until the next record is handled is one break. */
    Span.Group releasing() {
        if (releasing == null) {
            releasing = new Span.Group();
        }
        return releasing;
    }

    void handles() {
        releasing = null;
    }

    /** The worker has died: what its close gave back before the line was written broke too. */
    void died() {
        dead = true;
        for (Span span : spans.values()) {
            if (span.endedInClose) {
                span.end(Span.Ending.DIED, span.endedAt(), span.group);
            }
        }
    }

    void stopped() {
        stopped = true;
    }

    @Override
    public String toString() {
        return process + "/w" + number;
    }
}

package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * What the events of an ownership change: the half of {@link Facts} that knows of spans. One thread.
 */
final class Ownerships {
    private final Facts facts;
    private final List<Rule> rules;
    private final List<Span> spans = new ArrayList<>();

    Ownerships(Facts facts, List<Rule> rules) {
        this.facts = facts;
        this.rules = rules;
    }

    List<Span> spans() {
        return spans;
    }

    void event(WorkerTrack worker, JournalEvent.OfSpan event, long time) {
        if (event instanceof JournalEvent.Assigned e) {
            assigned(worker, e);
            return;
        }
        Span span = worker.span(event.partition(), event.epoch());
        if (span == null) {
            facts.orphan(
                    worker, "speaks of " + event.partition() + "/e" + event.epoch() + " but never of its assignment");
        } else if (event instanceof JournalEvent.Begin e) {
            began(span, e.time(), e.offset(), e.offset() + 1, e.attempt());
        } else if (event instanceof JournalEvent.End e) {
            ended(span, e.time(), e.offset(), e.offset() + 1, e.outcome());
        } else if (event instanceof JournalEvent.Run e) {
            began(span, e.began(), e.from(), e.to(), 1);
            ended(span, e.time(), e.from(), e.to(), Outcome.OK);
        } else if (event instanceof JournalEvent.Corrupt e) {
            rules.forEach(rule -> rule.corrupt(span, e));
        } else if (event instanceof JournalEvent.Revoked) {
            span.endedInClose = worker.closing;
            released(span, Span.Ending.REVOKED, time);
        } else if (event instanceof JournalEvent.Lost) {
            released(span, Span.Ending.LOST, time);
        } else if (event instanceof JournalEvent.Seek e) {
            moved(span, e.to(), time, e.isOperator(), false);
        } else if (event instanceof JournalEvent.Reset e) {
            boolean fresh = e.why().equals(JournalEvent.Reset.NO_OFFSET);
            boolean legal = !fresh || span.partition().committed() < 0;
            moved(span, e.to(), time, legal, fresh);
        }
    }

    private void assigned(WorkerTrack worker, JournalEvent.Assigned event) {
        PartitionTrack partition = facts.partition(event.partition());
        Span before = partition.latest();
        if (before != null && before.isOpen()) {
            before.supersededAt = event.time();
        }
        Span span = new Span(worker, partition, event);
        for (Rule rule : rules) {
            rule.assigned(span);
        }
        worker.lastRebalance = event.time();
        worker.assigned(span);
        partition.assigned(span);
        spans.add(span);
        if (span.start >= 0) {
            started(span, span.start);
        }
    }

    private void started(Span span, long start) {
        PartitionTrack partition = span.partition();
        span.started = true;
        span.start = start;
        span.expected = start;
        partition.startsAt(start);
        long lower = Math.max(Math.max(start, span.floor), partition.confirmed());
        for (Span before = span.previous(); before != null && before.successor == null; before = before.previous()) {
            before.successor = span;
            before.successorStart = lower;
        }
        for (Rule rule : rules) {
            rule.started(span);
        }
    }

    private void began(Span span, long time, long from, long to, int attempt) {
        if (!span.started) {
            started(span, span.fetched() == JournalEvent.NONE ? groupStart(span.partition()) : from);
        }
        for (Rule rule : rules) {
            rule.began(span, time, from, to, attempt);
        }
        span.worker().handles();
        span.expected = Math.max(span.expected, from);
        span.highest = Math.max(span.highest, to - 1);
    }

    /** Nothing was committed and no policy spoke: the records that count are those from the group's beginning on. */
    private static long groupStart(PartitionTrack partition) {
        long committed = Math.max(partition.confirmed(), partition.base());
        return committed >= 0 ? committed : partition.log().start();
    }

    private void ended(Span span, long time, long from, long to, Outcome outcome) {
        for (Rule rule : rules) {
            rule.ended(span, time, from, to, outcome);
        }
        if (outcome.isTerminal()) {
            span.partition().finished().add(from, to);
            span.finish(from, to);
            span.expected = Math.max(span.expected, to);
        }
    }

    void released(Span span, Span.Ending how, long time) {
        WorkerTrack worker = span.worker();
        worker.lastRebalance = time;
        if (span.isOpen()) {
            span.end(how, time, worker.releasing());
            rules.forEach(rule -> rule.released(span));
            if (how == Span.Ending.LOST && span.highest < 0 && span.lastTry < 0) {
                neverHeld(span);
            }
        }
    }

    /**
     * An assignment that a client told of too late, when another had the partition by then, and that it let go again
     * before a record was begun or a commit tried: the other goes on as if it had not been.
     */
    private static void neverHeld(Span span) {
        PartitionTrack partition = span.partition();
        Span holder = span.previous();
        if (partition.latest() != span || holder == null || !holder.isOpen()) {
            return;
        }
        partition.assigned(holder);
        holder.supersededAt = Long.MAX_VALUE;
        for (Span before = holder; before != null && before.successor == span; before = before.previous()) {
            before.successor = null;
            before.successorStart = -1;
        }
    }

    /**
     * Two moves of an engine's own jump over no record that is due: behind a chunk that may be committed and that
     * nobody will handle, and, where nothing is committed, to where the same process was before.
     */
    private void goOn(Span span, long to) {
        if (facts.plan().bound().isAtMostOnce() && span.isUncertain() && span.expected >= 0) {
            span.expected = Math.max(span.expected, to);
        } else if (!facts.plan().bound().commits() && !span.started && wasFinishedByItsProcess(span, to)) {
            started(span, to);
        }
    }

    private static boolean wasFinishedByItsProcess(Span span, long to) {
        OffsetSet own = new OffsetSet();
        for (Span before = span.previous(); before != null; before = before.previous()) {
            if (before.worker().process().equals(span.worker().process())) {
                before.finished().forEachRange(own::add);
            }
        }
        PartitionTrack partition = span.partition();
        return !partition.log().due().hasMissing(own, partition.excused(), groupStart(partition), to);
    }

    private void moved(Span span, long to, long time, boolean legal, boolean fresh) {
        for (Rule rule : rules) {
            rule.moved(span, to, legal, fresh);
        }
        if (!legal) {
            goOn(span, to);
            return;
        }
        PartitionTrack partition = span.partition();
        long from = span.expected >= 0 ? span.expected : Math.max(partition.confirmed(), partition.base());
        if (from >= 0) {
            partition.excused().add(from, to);
        }
        partition.movedTo(to, time);
        span.forgetFrom(to);
        span.highest = -1;
        span.floor = to;
        if (span.started) {
            span.expected = to;
        } else {
            started(span, to);
        }
    }
}

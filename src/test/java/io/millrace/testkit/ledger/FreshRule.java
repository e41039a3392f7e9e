package io.millrace.testkit.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells of each ownership what a commit by a timer must have had when it ended: all that was finished longer ago than
 * {@link DeliveryBound#fresh}. It counts from when the worker began its last record: in a long call nobody polls, so
 * nobody commits. Time in which the broker was away, the process was stopped, or one call took most of the time that
 * a commit is granted, does not count. V4 is judged by it.
 */
final class FreshRule extends Rule {
    /** So many marks cover the whole time; an ownership is granted one of them more. */
    private static final int MARKS = 16;

    /** All below was finished by then. */
    private record Mark(long time, long high) {}

    /** How long a process could not have committed so far. */
    private static final class Idle {
        long sum;
        long since = -1;
    }

    private final Map<Span, Deque<Mark>> marks = new HashMap<>();
    private final Map<WorkerTrack, Long> lastBegun = new HashMap<>();
    /** The same by the time of the journal. */
    private final Map<WorkerTrack, Long> callBegun = new HashMap<>();

    private final Map<WorkerTrack, Long> inLongCalls = new HashMap<>();
    private final Map<String, Idle> idles = new HashMap<>();
    private final Set<String> stopped = new HashSet<>();
    private Facts facts;
    private long fresh;
    private int outages;

    @Override
    protected void begin(Facts of) {
        facts = of;
        fresh = of.plan().bound().fresh().toNanos();
    }

    @Override
    protected void began(Span span, long time, long from, long to, int attempt) {
        callBegun.put(span.worker(), time);
        lastBegun.put(span.worker(), clock(span.worker(), time));
    }

    @Override
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {
        long took = time - callBegun.getOrDefault(span.worker(), time);
        if (took > fresh / 2) {
            inLongCalls.merge(span.worker(), took, Long::sum);
        }
        if (!outcome.isTerminal()) {
            return;
        }
        Deque<Mark> of = marks.computeIfAbsent(span, ignored -> new ArrayDeque<>());
        long now = clock(span.worker(), time);
        if (of.isEmpty() || now - of.getLast().time >= fresh / MARKS) {
            of.add(new Mark(now, to));
        }
        long due = lastBegun.getOrDefault(span.worker(), now) - fresh;
        while (of.size() > 1 && second(of).time <= due) {
            of.remove();
        }
    }

    private static Mark second(Deque<Mark> of) {
        var marks = of.iterator();
        marks.next();
        return marks.next();
    }

    @Override
    protected void released(Span span) {
        Long begun = lastBegun.get(span.worker());
        Deque<Mark> of = marks.remove(span);
        span.settled = 0;
        if (begun != null && of != null) {
            for (Mark mark : of) {
                span.settled = mark.time <= begun - fresh ? Math.max(span.settled, mark.high) : span.settled;
            }
        }
    }

    private long clock(WorkerTrack worker, long time) {
        Idle idle = idle(worker.process());
        return time
                - inLongCalls.getOrDefault(worker, 0L)
                - idle.sum
                - (idle.since < 0 ? 0 : Math.max(0, time - idle.since));
    }

    private Idle idle(String process) {
        return idles.computeIfAbsent(process, ignored -> new Idle());
    }

    @Override
    protected void life(WorkerTrack worker, JournalEvent event) {
        turn(worker.process());
    }

    @Override
    protected void observed(JournalEvent.Observed event) {
        if (event instanceof JournalEvent.Outage outage) {
            outages += outage.begins() ? 1 : -1;
            idles.keySet().forEach(this::turn);
        } else if (event instanceof JournalEvent.Signal signal) {
            if (signal.sign() == JournalEvent.Sign.STOP) {
                stopped.add(signal.process());
            } else if (signal.sign() == JournalEvent.Sign.CONT) {
                stopped.remove(signal.process());
            }
            turn(signal.process());
        }
    }

    private void turn(String process) {
        Idle idle = idle(process);
        boolean isIdle = outages > 0 || stopped.contains(process);
        if (isIdle && idle.since < 0) {
            idle.since = facts.now();
        } else if (!isIdle && idle.since >= 0) {
            idle.sum += facts.now() - idle.since;
            idle.since = -1;
        }
    }
}

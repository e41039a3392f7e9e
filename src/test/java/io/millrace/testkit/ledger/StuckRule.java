package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * V13: while records wait, something is finished on their partition within the plan's limit. Time in which nobody could
 * do anything does not count: the broker was away, a process was stopped, no worker was alive.
 *
 * <p>When a record came into the log is told by the producers' ledger alone, as one time for each partition: the last
 * acknowledgement. Before that the rule is silent; without such a ledger it judges the end of the run alone.
 */
final class StuckRule extends Rule {
    private static final class State {
        long since;
        long idleSince;
        Span owner;
    }

    private final List<State> states = new ArrayList<>();
    private final Set<WorkerTrack> alive = new HashSet<>();
    private final Set<String> stopped = new HashSet<>();
    private Facts facts;
    private int outages;
    private long idle;
    private long idleFrom = -1;
    private long end = Long.MIN_VALUE;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void started(Span span) {
        state(span.partition()).owner = span;
    }

    @Override
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {
        if (outcome.isTerminal()) {
            progress(span.partition(), time);
        }
    }

    private void progress(PartitionTrack partition, long time) {
        if (facts.plan().stuckAfter() == null) {
            return;
        }
        State state = state(partition);
        judge(partition, state, full(partition, Long.MAX_VALUE), time);
        state.since = time;
        state.idleSince = idleUntil(time);
    }

    private void judge(PartitionTrack partition, State state, long full, long time) {
        if (full > time) {
            return;
        }
        long since = Math.max(state.since, full);
        long waited = time - since - (idleUntil(time) - state.idleSince);
        if (waited > facts.plan().stuckAfter().toNanos() && isOpen(partition, state.owner)) {
            facts.sink()
                    .add(
                            VerdictKind.V13,
                            Severity.FATAL,
                            partition.name(),
                            state.owner == null ? 0 : state.owner.expected,
                            partition.log().end(),
                            0,
                            "nothing was finished for " + waited / 1_000_000 + " ms after " + since,
                            state.owner == null ? new Span[0] : new Span[] {state.owner});
        }
    }

    private boolean isOpen(PartitionTrack partition, Span owner) {
        // What may be lost is waited for by nobody.
        boolean isWaiting = !facts.plan().bound().isAtMostOnce() || owner == null;
        return partition.isOpen(
                isWaiting ? Math.max(partition.base(), 0) : owner.expected,
                partition.log().end());
    }

    private long full(PartitionTrack partition, long unknown) {
        ProducerLedger producers = facts.witnesses().producers();
        ProducerLedger.Partition of = producers == null ? null : producers.get(partition.name());
        return of == null ? unknown : of.lastAck();
    }

    @Override
    protected void life(WorkerTrack worker, JournalEvent event) {
        if (event instanceof JournalEvent.WorkerStart) {
            alive.add(worker);
        } else if (worker.hasEnded()) {
            alive.remove(worker);
        }
        turn();
    }

    @Override
    protected void observed(JournalEvent.Observed event) {
        if (event instanceof JournalEvent.Outage outage) {
            outages += outage.begins() ? 1 : -1;
        } else if (event instanceof JournalEvent.Signal signal) {
            switch (signal.sign()) {
                case KILL -> {
                    alive.removeIf(worker -> worker.process().equals(signal.process()));
                    stopped.remove(signal.process());
                }
                case STOP -> stopped.add(signal.process());
                case CONT -> stopped.remove(signal.process());
                case TERM -> {}
            }
        } else if (event instanceof JournalEvent.RunEnd) {
            end = event.time();
        }
        turn();
    }

    private void turn() {
        boolean isIdle = outages > 0 || alive.isEmpty() || !stopped.isEmpty();
        if (isIdle && idleFrom < 0) {
            idleFrom = facts.now();
        } else if (!isIdle && idleFrom >= 0) {
            idle += facts.now() - idleFrom;
            idleFrom = -1;
        }
    }

    private long idleUntil(long time) {
        return idle + (idleFrom >= 0 ? Math.max(0, time - idleFrom) : 0);
    }

    @Override
    protected void end() {
        if (facts.plan().stuckAfter() == null || end == Long.MIN_VALUE) {
            return;
        }
        for (PartitionTrack partition : facts.partitions()) {
            judge(partition, state(partition), full(partition, Long.MIN_VALUE), end);
        }
    }

    private State state(PartitionTrack partition) {
        while (states.size() <= partition.index()) {
            State state = new State();
            state.since = facts.now();
            state.idleSince = idleUntil(facts.now());
            states.add(state);
        }
        return states.get(partition.index());
    }
}

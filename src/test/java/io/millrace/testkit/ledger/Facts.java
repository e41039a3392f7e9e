package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * The witnesses joined: events come in the order of time, what follows from each is entered into partitions, spans and
 * workers, and the rules are told. It judges nothing itself. One thread.
 */
public final class Facts {
    /** While a process stood still. */
    private static final class Stop {
        final long from;
        long to = Long.MAX_VALUE;

        Stop(long from) {
            this.from = from;
        }
    }

    private final RunPlan plan;
    private final Witnesses witnesses;
    private final VerdictSink sink;
    private final List<Rule> rules;
    private final Map<TopicPartition, PartitionTrack> byName = new HashMap<>();
    private final List<PartitionTrack> partitions = new ArrayList<>();
    private final List<WorkerTrack> workers = new ArrayList<>();
    private final Ownerships ownerships;
    private final Set<String> stopped = new HashSet<>();
    private final Map<String, List<Stop>> stops = new HashMap<>();
    private long now = Long.MIN_VALUE;

    Facts(RunPlan plan, Witnesses witnesses, VerdictSink sink, List<Rule> rules) {
        this.plan = plan;
        this.witnesses = witnesses;
        this.sink = sink;
        this.rules = rules;
        this.ownerships = new Ownerships(this, rules);
    }

    public RunPlan plan() {
        return plan;
    }

    public Witnesses witnesses() {
        return witnesses;
    }

    public VerdictSink sink() {
        return sink;
    }

    /** The partitions that were assigned or committed so far. */
    public List<PartitionTrack> partitions() {
        return partitions;
    }

    /** The journals, the observer's too. */
    public List<WorkerTrack> workers() {
        return workers;
    }

    /** All ownerships so far, in the order of their assignment. */
    public List<Span> spans() {
        return ownerships.spans();
    }

    /** The time of the event that is told. */
    public long now() {
        return now;
    }

    /**
     * Whether an ownership that handled on after another one had begun could not know better: it was told in the end
     * that it was lost, or its process was stopped, or it died before its next poll.
     */
    public boolean isZombie(Span span) {
        return span.ending() == Span.Ending.LOST
                || stopped.contains(span.worker().process())
                || !span.worker().hasEnded()
                        && span.ending() == Span.Ending.DIED
                        && span.worker().lastRebalance <= span.supersededAt;
    }

    /**
     * Whether an ownership dates from before the process stood still, although it was told of later: when the other one
     * was assigned it stood still.
     */
    public boolean isToldLate(Span span, Span other) {
        return stops.getOrDefault(span.worker().process(), List.of()).stream()
                .anyMatch(stop -> stop.from <= other.assignedAt() && other.assignedAt() <= stop.to);
    }

    /** Whether the end of an ownership lets the next owner repeat something in this mode. */
    boolean mayRepeat(Span span) {
        DeliveryBound bound = plan.bound();
        return !bound.isAtMostOnce() && (!bound.commits() || !bound.isTold() || span.broke());
    }

    void begin() {
        rules.forEach(rule -> rule.begin(this));
    }

    void add(WorkerTrack worker) {
        workers.add(worker);
    }

    void event(WorkerTrack worker, JournalEvent event, long time) {
        now = time;
        if (event instanceof JournalEvent.OfSpan e) {
            ownerships.event(worker, e, time);
        } else if (event instanceof JournalEvent.CommitTry e) {
            tried(worker, e);
        } else if (event instanceof JournalEvent.CommitAnswer e) {
            answered(worker, e);
        } else if (event instanceof JournalEvent.Observed e) {
            observed(e);
        } else {
            life(worker, event);
        }
    }

    private void tried(WorkerTrack worker, JournalEvent.CommitTry event) {
        for (Rule rule : rules) {
            rule.tried(worker, event);
        }
        List<Span> of = new ArrayList<>(event.offsets().size());
        for (TopicPartition name : event.offsets().keySet()) {
            Span span = worker.latest(name);
            if (span != null) {
                span.lastTry = event.id();
                span.lastAnswer = null;
                of.add(span);
            }
        }
        worker.pending.put(event.id(), new WorkerTrack.Pending(event, of));
    }

    private void answered(WorkerTrack worker, JournalEvent.CommitAnswer event) {
        WorkerTrack.Pending pending = worker.pending.remove(event.id());
        if (pending == null) {
            orphan(worker, "answers commit " + event.id() + ", which was not tried or is answered already");
            return;
        }
        for (Rule rule : rules) {
            rule.answered(worker, pending.tried(), event);
        }
        for (Span span : pending.spans()) {
            if (span.lastTry == event.id()) {
                span.lastAnswer = event.answer();
            }
        }
        if (event.answer() == JournalEvent.Answer.OK) {
            long sent = pending.tried().time();
            pending.tried().offsets().forEach((name, offset) -> partition(name).confirm(offset, sent));
        }
    }

    void accepted(CommitHistory.Commit commit) {
        PartitionTrack partition = partition(commit.partition());
        for (Rule rule : rules) {
            rule.accepted(partition, commit);
        }
        partition.accept(commit.offset());
    }

    void sampled(CommitHistory.Sample sample) {
        PartitionTrack partition = partition(sample.partition());
        rules.forEach(rule -> rule.sampled(partition, sample));
    }

    private void observed(JournalEvent.Observed event) {
        if (event instanceof JournalEvent.Signal signal) {
            signalled(signal);
        } else if (event instanceof JournalEvent.OperatorReset e) {
            PartitionTrack partition = partition(e.partition());
            rules.forEach(rule -> rule.reset(partition, e.to()));
            long from = partition.committed() >= 0 ? partition.committed() : partition.base();
            if (from >= 0) {
                partition.excused().add(from, e.to());
            }
            partition.movedTo(e.to(), now);
            for (Span span = partition.latest(); span != null && span.successor == null; span = span.previous()) {
                span.forgetFrom(e.to());
            }
        }
        rules.forEach(rule -> rule.observed(event));
    }

    private void signalled(JournalEvent.Signal signal) {
        List<Stop> of = stops.computeIfAbsent(signal.process(), ignored -> new ArrayList<>());
        if (signal.sign() == JournalEvent.Sign.STOP) {
            stopped.add(signal.process());
            of.add(new Stop(signal.time()));
        } else if (signal.sign() == JournalEvent.Sign.CONT && !of.isEmpty()) {
            of.get(of.size() - 1).to = signal.time();
        }
    }

    private void life(WorkerTrack worker, JournalEvent event) {
        if (event instanceof JournalEvent.ProcessStart e) {
            worker.process = e.process();
            worker.isEngine = true;
        } else if (event instanceof JournalEvent.WorkerStart e) {
            worker.number = e.worker();
        } else if (event instanceof JournalEvent.CloseBegin) {
            worker.closing = true;
        } else if (event instanceof JournalEvent.WorkerDead) {
            worker.died();
            worker.open().forEach(span -> ownerships.released(span, Span.Ending.DIED, now));
        } else if (event instanceof JournalEvent.WorkerStop) {
            worker.stopped();
            worker.open().forEach(span -> ownerships.released(span, Span.Ending.STOPPED, now));
        } else {
            return;
        }
        rules.forEach(rule -> rule.life(worker, event));
    }

    /** No journal has more: what is still open ended with its journal. */
    void end() {
        for (WorkerTrack worker : workers) {
            for (Span span : worker.open()) {
                span.end(Span.Ending.DIED, worker.lastTime, worker.releasing());
                rules.forEach(rule -> rule.released(span));
            }
        }
        rules.forEach(Rule::end);
    }

    /** A line that belongs to nothing: its journal does not tell all. */
    void orphan(WorkerTrack worker, String what) {
        sink.add(VerdictKind.V16, Severity.VOID, worker.source() + " " + what);
    }

    /** The partition, made when it is first spoken of. */
    PartitionTrack partition(TopicPartition name) {
        PartitionTrack track = byName.get(name);
        if (track == null) {
            LogWitness.Partition log = witnesses.log().get(name);
            if (log == null) {
                log = new LogWitness.Partition(name, 0, 0);
                sink.add(VerdictKind.V16, Severity.VOID, "the log witness does not know " + name);
            }
            track = new PartitionTrack(name, partitions.size(), log);
            byName.put(name, track);
            partitions.add(track);
        }
        return track;
    }
}

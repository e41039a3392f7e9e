package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * V1 and V2 where a chunk is committed before it is handled. A commit is at most one chunk ahead of what its worker has
 * finished, and no record begins before a commit past it was acknowledged. What is lost lies between what an ownership
 * that broke had finished and where the next one starts, or below where the engine went on after a commit whose outcome
 * it did not know; one chunk for each of these at most. At a clean end nothing is.
 */
final class AtMostOnceRule extends Rule {
    /** Where a loss may lie; what it is a part of is known by the key, at the end of the run. */
    private record Window(Span span, Span next, long from, long to, Object key) {
        boolean holds(long offset) {
            long begin = next == null ? from : Math.max(span.expected, span.start);
            return begin <= offset && offset < to;
        }

        Object group() {
            return key != null ? key : span.group;
        }

        String text() {
            return next == null
                    ? "the outcome of a commit was not known, and the engine went on behind it"
                    : "committed before it was handled, and then: " + span.breakText();
        }

        Span[] spans() {
            return next == null ? new Span[] {span} : new Span[] {span, next};
        }
    }

    private final List<List<Window>> windows = new ArrayList<>();
    /** What an ownership has asked to commit at most, since it was last moved. */
    private final Map<Span, Long> aims = new HashMap<>();

    /** Where an operator has set the group's offset, until the coordinator has taken it. */
    private final Map<PartitionTrack, Long> resets = new HashMap<>();

    private final Map<Object, Long> lost = new IdentityHashMap<>();
    private final Map<String, Object> unknowns = new HashMap<>();
    private Facts facts;
    private DeliveryBound bound;

    @Override
    protected void begin(Facts of) {
        facts = of;
        bound = of.plan().bound();
    }

    @Override
    protected void tried(WorkerTrack worker, JournalEvent.CommitTry tried) {
        tried.offsets().forEach((name, offset) -> {
            Span span = worker.latest(name);
            if (span != null) {
                aims.merge(span, offset, Math::max);
            }
        });
        long sum = 0;
        Span largest = null;
        int partitions = 0;
        for (Span span : worker.open()) {
            long ahead = ahead(span, aims.getOrDefault(span, 0L));
            sum += ahead;
            partitions += ahead > 0 ? 1 : 0;
            largest = largest == null || ahead > ahead(largest, aims.getOrDefault(largest, 0L)) ? span : largest;
        }
        if (sum > bound.chunk() || partitions > 1 && bound.isChunkOfOnePartition()) {
            early(
                    largest,
                    from(largest),
                    aims.getOrDefault(largest, 0L),
                    sum,
                    "commit " + tried.id() + " of " + worker + " is " + sum + " records of " + partitions
                            + " partitions ahead, " + bound.mode() + " allows " + bound.chunk()
                            + (bound.isChunkOfOnePartition() ? " of one partition" : ""));
        }
    }

    private static long ahead(Span span, long offset) {
        long from = from(span);
        return offset <= from ? 0 : span.partition().log().due().count(from, offset);
    }

    private static long from(Span span) {
        PartitionTrack partition = span.partition();
        return span.expected >= 0 ? span.expected : Math.max(partition.confirmed(), partition.base());
    }

    private void early(Span span, long from, long to, long records, String text) {
        facts.sink().add(VerdictKind.V2, Severity.FATAL, span.partition().name(), from, to, records, text, span);
    }

    @Override
    protected void began(Span span, long time, long from, long to, int attempt) {
        if (to > span.partition().confirmed()) {
            early(span, from, to, to - from, "begun before a commit past it was acknowledged");
        }
    }

    /** A commit that no journal tells of comes from nobody who would handle what it passes. */
    @Override
    protected void accepted(PartitionTrack partition, CommitHistory.Commit commit) {
        Span owner = partition.latest();
        if (resets.remove(partition, commit.offset())
                || owner == null
                || ahead(owner, commit.offset()) <= bound.chunk()) {
            return;
        }
        early(
                owner,
                from(owner),
                commit.offset(),
                ahead(owner, commit.offset()),
                "the coordinator accepted " + commit.offset() + ", which is more than a chunk ahead");
    }

    @Override
    protected void reset(PartitionTrack partition, long to) {
        resets.put(partition, to);
    }

    @Override
    protected void moved(Span span, long to, boolean legal, boolean fresh) {
        if (!legal && span.isUncertain() && span.expected >= 0 && to > span.expected) {
            String commit = span.worker().source() + '#' + span.lastTry;
            Object key = unknowns.computeIfAbsent(commit, ignored -> new Object());
            windows(span.partition()).add(new Window(span, null, span.expected, to, key));
        }
        aims.put(span, to);
    }

    @Override
    protected void started(Span span) {
        for (Span ended = span.previous(); ended != null && ended.successor() == span; ended = ended.previous()) {
            windows(span.partition()).add(new Window(ended, span, ended.expected, ended.successorStart, null));
        }
    }

    @Override
    protected void released(Span span) {
        aims.remove(span);
    }

    @Override
    protected void end() {
        for (PartitionTrack partition : facts.partitions()) {
            partition.forEachUnfinished(partition.committed(), (from, to) -> lost(partition, from, to));
        }
    }

    private void lost(PartitionTrack partition, long from, long to) {
        for (long offset = from; offset < to; offset++) {
            Window window = window(partition, offset);
            if (window == null) {
                tell(partition, offset, Severity.FATAL, "committed, never finished, and no break explains it");
            } else if (lost.merge(window.group(), 1L, Long::sum) > bound.chunk()) {
                tell(
                        partition,
                        offset,
                        Severity.FATAL,
                        "more is lost at once than the chunk of " + bound.chunk() + ": " + window.text(),
                        window.spans());
            } else {
                tell(partition, offset, Severity.COUNTED, window.text(), window.spans());
            }
        }
    }

    private Window window(PartitionTrack partition, long offset) {
        for (Window window : windows(partition)) {
            if ((window.next == null || window.span.broke()) && window.holds(offset)) {
                return window;
            }
        }
        return null;
    }

    private void tell(PartitionTrack partition, long offset, Severity severity, String text, Span... spans) {
        facts.sink().add(VerdictKind.V1, severity, partition.name(), offset, offset + 1, 1, text, spans);
    }

    private List<Window> windows(PartitionTrack partition) {
        while (windows.size() <= partition.index()) {
            windows.add(new ArrayList<>());
        }
        return windows.get(partition.index());
    }
}

package io.millrace.testkit.ledger;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * V3 and V4: what is finished again lies in the window {@code [C, H)} of a break between the two times, C being where
 * the next owner started and H what was finished before it, or a legal rewind lies between; and no break repeats more
 * than the mode's bound, over all partitions that the worker gave up at that moment.
 *
 * <p>Of each partition the offsets are kept that may come again. A window is opened when the next owner starts, and
 * what comes again is used up, so that a third time needs a break of its own.
 */
final class RepeatRule extends Rule {
    /** A break, or a legal rewind where {@code ended} is null. */
    private static final class Window {
        final PartitionTrack partition;
        final Span ended;
        final Span next;
        final long from;
        final long to;
        long repeated;

        Window(PartitionTrack partition, Span ended, Span next, long from, long to) {
            this.partition = partition;
            this.ended = ended;
            this.next = next;
            this.from = from;
            this.to = to;
        }

        boolean explains(long offset) {
            return from <= offset
                    && offset < to
                    && (ended == null || ended.finished().contains(offset));
        }
    }

    /** A repetition that is right only if it turns out how an ownership ended. */
    private record Doubt(Span judged, Span first, Span again, long from, long to) {}

    private static final class State {
        final OffsetSet explained = new OffsetSet();
        final List<Window> windows = new ArrayList<>();
    }

    private final List<State> states = new ArrayList<>();
    private final List<Doubt> doubts = new ArrayList<>();
    private Facts facts;
    private long repeated;
    private long breaks;
    private long largestBreak;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void started(Span span) {
        State state = state(span.partition());
        boolean commits = facts.plan().bound().commits();
        for (Span ended = span.previous(); ended != null && isBefore(ended, span, commits); ended = ended.previous()) {
            long from = commits ? ended.successorStart : span.start();
            if (from < ended.high() && facts.mayRepeat(ended)) {
                open(state, new Window(span.partition(), ended, span, from, ended.high()));
            }
        }
    }

    /** Where nothing is committed, what was handled long ago comes again, too. */
    private static boolean isBefore(Span ended, Span span, boolean commits) {
        return ended.successor() == span || !commits;
    }

    @Override
    protected void moved(Span span, long to, boolean legal, boolean fresh) {
        if (legal && !fresh) {
            rewound(span.partition(), span, to);
        }
    }

    @Override
    protected void reset(PartitionTrack partition, long to) {
        rewound(partition, null, to);
    }

    private void rewound(PartitionTrack partition, Span span, long to) {
        long end = partition.finished().end();
        if (to < end) {
            open(state(partition), new Window(partition, null, span, to, end));
        }
    }

    private static void open(State state, Window window) {
        state.explained.add(window.from, window.to);
        state.windows.add(window);
    }

    @Override
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {
        if (!outcome.isTerminal()) {
            return;
        }
        OffsetSet done = span.partition().finished();
        boolean isOne = to == from + 1;
        if (isOne ? done.contains(from) : done.count(from, to) > 0) {
            State state = state(span.partition());
            for (long offset = from; offset < to; offset++) {
                if (done.contains(offset) && state.explained.contains(offset)) {
                    explained(state, offset);
                }
            }
            done.forEachMissing(state.explained, null, from, to, (a, b) -> unexplained(span, a, b));
            state.explained.remove(from, to);
        }
        if ((!span.isOpen() || span.isSuperseded()) && facts.mayRepeat(span)) {
            // What a zombie finishes late, its successor may finish too.
            state(span.partition()).explained.add(from, to);
        }
    }

    private void explained(State state, long offset) {
        repeated++;
        for (int i = state.windows.size() - 1; i >= 0; i--) {
            if (state.windows.get(i).explains(offset)) {
                state.windows.get(i).repeated++;
                return;
            }
        }
    }

    private void unexplained(Span span, long from, long to) {
        Span first = firstToFinish(span, from);
        if (facts.plan().bound().isAtMostOnce()) {
            fatal(first, span, from, to);
        } else if (!span.isOpen() || span.isSuperseded()) {
            doubts.add(new Doubt(span, first, span, from, to));
        } else if (first.endedInClose && !first.worker().hasEnded()) {
            doubts.add(new Doubt(first, first, span, from, to));
        } else {
            fatal(first, span, from, to);
        }
    }

    /** The latest other ownership that has finished it, else this one. */
    private static Span firstToFinish(Span span, long offset) {
        for (Span before = span.partition().latest(); before != null; before = before.previous()) {
            if (before != span && before.finished().contains(offset)) {
                return before;
            }
        }
        return span;
    }

    private void fatal(Span first, Span again, long from, long to) {
        String text = first == again
                ? "finished twice in one ownership"
                : facts.plan().bound().isAtMostOnce()
                        ? "finished again, which no break allows in this mode: the earlier ownership ended thus: "
                                + first.breakText()
                        : "no break lies between: the earlier ownership ended thus: " + first.breakText()
                                + "; confirmed by then: " + first.partition().confirmed()
                                + ", the later one started at "
                                + again.start();
        Span[] spans = first == again ? new Span[] {again} : new Span[] {first, again};
        facts.sink().add(VerdictKind.V3, Severity.FATAL, again.partition().name(), from, to, to - from, text, spans);
    }

    @Override
    protected void end() {
        for (Doubt doubt : doubts) {
            boolean legal = doubt.judged == doubt.again
                    ? facts.isZombie(doubt.again)
                            || doubt.first != doubt.again && facts.isToldLate(doubt.first, doubt.again)
                    : facts.mayRepeat(doubt.judged);
            if (legal) {
                repeated += doubt.to - doubt.from;
            } else {
                fatal(doubt.first, doubt.again, doubt.from, doubt.to);
            }
        }
        tellExplained();
        judgeBounds();
    }

    private void tellExplained() {
        for (State state : states) {
            for (Window window : state.windows) {
                if (window.repeated > 0) {
                    tell(window);
                }
            }
        }
    }

    private void tell(Window window) {
        String text = window.ended == null
                ? "explained by a legal rewind"
                : "explained by a break: " + window.ended.breakText();
        Span[] spans =
                Stream.of(window.ended, window.next).filter(Objects::nonNull).toArray(Span[]::new);
        facts.sink()
                .add(
                        VerdictKind.V3,
                        Severity.COUNTED,
                        window.partition.name(),
                        window.from,
                        window.to,
                        window.repeated,
                        text,
                        spans);
    }

    private void judgeBounds() {
        Map<Span.Group, List<Span>> groups = new IdentityHashMap<>();
        List<List<Span>> inOrder = new ArrayList<>();
        for (Span span : facts.spans()) {
            if (span.successor() != null && span.successorStart < span.high() && facts.mayRepeat(span)) {
                groups.computeIfAbsent(span.group, ignored -> {
                            List<Span> of = new ArrayList<>();
                            inOrder.add(of);
                            return of;
                        })
                        .add(span);
            }
        }
        inOrder.forEach(this::judgeBound);
    }

    private void judgeBound(List<Span> broken) {
        long sum = 0;
        Span largest = broken.get(0);
        for (Span span : broken) {
            sum += window(span);
            largest = window(span) > window(largest) ? span : largest;
        }
        breaks++;
        largestBreak = Math.max(largestBreak, sum);
        if (sum > facts.plan().bound().repeatedPerBreak()) {
            facts.sink()
                    .add(
                            VerdictKind.V4,
                            Severity.FATAL,
                            largest.partition().name(),
                            largest.successorStart,
                            largest.high(),
                            sum,
                            facts.plan().bound().mode() + " may repeat "
                                    + facts.plan().bound().repeatedPerBreak() + " at a break, this one repeats " + sum
                                    + " over " + broken.size() + " partitions; " + largest.breakText(),
                            broken.toArray(new Span[0]));
        }
    }

    private static long window(Span span) {
        return span.finished().count(span.successorStart, span.settled < 0 ? span.high() : span.settled);
    }

    /** How many records were finished again and explained. */
    long repeated() {
        return repeated;
    }

    /** How many breaks let something be repeated. */
    long breaks() {
        return breaks;
    }

    /** How many records the worst of them did. */
    long largestBreak() {
        return largestBreak;
    }

    private State state(PartitionTrack partition) {
        while (states.size() <= partition.index()) {
            states.add(new State());
        }
        return states.get(partition.index());
    }
}

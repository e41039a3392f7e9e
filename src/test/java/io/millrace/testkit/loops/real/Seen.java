package io.millrace.testkit.loops.real;

import java.util.Locale;

/**
 * What odd things a round really had, as its witnesses tell. Immutable.
 *
 * @param lostAnswers commits that the broker applied and whose answers were lost
 * @param unknownCommits of which the loops do not know whether they were applied
 * @param markers ends of transactions that a loop passed
 * @param holes records that were compacted away, passed by a loop that would have been given them before
 * @param rewinds legal moves back to what was finished
 * @param resets positions that pointed at nothing any more, and were chosen anew
 * @param lost ownerships that were taken away
 */
public record Seen(
        long lostAnswers, long unknownCommits, long markers, long holes, long rewinds, long resets, long lost) {
    public static final Seen NOTHING = new Seen(0, 0, 0, 0, 0, 0, 0);

    public Seen plus(Seen other) {
        return new Seen(
                lostAnswers + other.lostAnswers,
                unknownCommits + other.unknownCommits,
                markers + other.markers,
                holes + other.holes,
                rewinds + other.rewinds,
                resets + other.resets,
                lost + other.lost);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d answers lost, %d commits unknown, %d markers, %d holes, %d rewinds, %d resets, %d lost",
                lostAnswers,
                unknownCommits,
                markers,
                holes,
                rewinds,
                resets,
                lost);
    }
}

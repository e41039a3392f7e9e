package io.millrace.testkit.loops.real;

import io.millrace.testkit.ledger.RoundFindings;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How a round ended. Immutable.
 *
 * @param folder the witnesses
 */
public record LoopResult(long seed, LoopDraw draw, Seen seen, RoundFindings findings, double seconds, Path folder) {
    public RoundFindings.Outcome outcome() {
        return findings.outcome();
    }

    /** One line. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%-13s %-5s %-11s seed %-6d %5d records, %4d repeated, %d breaks, the largest of %d (bound %d), %s: %s,"
                        + " %.1f s",
                draw.kind().text(),
                draw.loop().name(),
                draw.protocol().name().toLowerCase(Locale.ROOT),
                seed,
                findings.records(),
                findings.repeated(),
                findings.breaks(),
                findings.largestBreak(),
                draw.loop().bound(draw.maxPollRecords()).repeatedPerBreak(),
                seen,
                findings.verdict(),
                seconds);
    }

    /** All there is to say of a round that is not as it should be. */
    public String story() {
        return findings.story();
    }

    @Override
    public String toString() {
        return line() + '\n' + story();
    }
}

package io.millrace.testkit.loops.real;

import io.millrace.testkit.ledger.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How a round ended. Immutable.
 *
 * @param report null where the round did not get so far
 * @param wrong what is not right and no verdict of the checker
 * @param voids why it proves nothing, beyond what the report says
 * @param detail what was drawn, and what struck
 * @param blind whether a witness has missed something, so that no verdict can be believed
 * @param folder the witnesses
 */
public record LoopResult(
        long seed,
        LoopDraw draw,
        Seen seen,
        Report report,
        List<String> wrong,
        List<String> voids,
        List<String> detail,
        boolean blind,
        double seconds,
        Path folder) {
    /** What a round says. */
    public enum Outcome {
        CLEAN,
        FATAL,
        VOID
    }

    public Outcome outcome() {
        if (blind) {
            return Outcome.VOID;
        }
        if (!wrong.isEmpty() || report != null && !report.fatal().isEmpty()) {
            return Outcome.FATAL;
        }
        return voids.isEmpty() && report != null && report.isClean() ? Outcome.CLEAN : Outcome.VOID;
    }

    /** One line. */
    public String line() {
        String verdict = outcome().name().toLowerCase(Locale.ROOT);
        if (report != null && !report.kinds().isEmpty()) {
            verdict += " " + report.kinds();
        }
        return String.format(
                Locale.ROOT,
                "%-13s %-5s %-11s seed %-6d %5d records, %4d repeated, %d breaks, the largest of %d (bound %d), %s: %s,"
                        + " %.1f s",
                draw.kind().text(),
                draw.loop().name(),
                draw.protocol().name().toLowerCase(Locale.ROOT),
                seed,
                report == null ? 0 : report.finished(),
                report == null ? 0 : report.repeated(),
                report == null ? 0 : report.breaks(),
                report == null ? 0 : report.largestBreak(),
                draw.loop().bound(draw.maxPollRecords()).repeatedPerBreak(),
                seen,
                verdict,
                seconds);
    }

    /** All there is to say of a round that is not as it should be. */
    public String story() {
        StringBuilder text = new StringBuilder();
        detail.forEach(line -> text.append("    ").append(line).append('\n'));
        wrong.forEach(line -> text.append("    wrong: ").append(line).append('\n'));
        voids.forEach(line -> text.append("    void: ").append(line).append('\n'));
        if (report != null) {
            report.toString()
                    .lines()
                    .forEach(line -> text.append("    ").append(line).append('\n'));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return line() + '\n' + story();
    }
}

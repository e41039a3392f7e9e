package io.millrace.testkit.rounds;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How a round ended. Immutable.
 *
 * @param variant what it was run with
 * @param isLean whether it was made for several at a time
 * @param bound how many records one break may repeat
 * @param report null where the round did not get so far
 * @param wrong what is not right and no verdict of the checker: the promise is not kept, as with a fatal one
 * @param voids why it proves nothing, beyond what the report says
 * @param detail what was drawn, and what struck
 * @param folder the witnesses
 */
public record RoundResult(
        Scenario scenario,
        Variant variant,
        long seed,
        boolean isLean,
        long bound,
        Report report,
        List<String> wrong,
        List<String> voids,
        List<String> detail,
        double seconds,
        Path folder) {
    /** What a round says. */
    public enum Outcome {
        CLEAN,
        /** The promise is broken. */
        FATAL,
        /** It proves nothing, neither way. */
        VOID
    }

    public RoundResult {
        wrong = List.copyOf(wrong);
        voids = List.copyOf(voids);
        detail = List.copyOf(detail);
    }

    public Outcome outcome() {
        if (!wrong.isEmpty() || report != null && !report.fatal().isEmpty()) {
            return Outcome.FATAL;
        }
        return voids.isEmpty() && report != null && report.isClean() ? Outcome.CLEAN : Outcome.VOID;
    }

    public long records() {
        return report == null ? 0 : report.finished();
    }

    public long repeated() {
        return report == null ? 0 : report.repeated();
    }

    /** How many records were lost where the mode allows it. */
    public long lost() {
        return report == null ? 0 : report.lost();
    }

    public long breaks() {
        return report == null ? 0 : report.breaks();
    }

    public long largestBreak() {
        return report == null ? 0 : report.largestBreak();
    }

    /** One line. */
    public String line() {
        String verdict = outcome().name().toLowerCase(Locale.ROOT);
        if (report != null && !report.kinds().isEmpty()) {
            verdict += " " + report.kinds();
        }
        return String.format(
                Locale.ROOT,
                "%-22s %-12s %-19s seed %-6d %5d records, %4d repeated, %3d lost, %d breaks, the largest of %d"
                        + " (bound %s): %s, %.1f s",
                scenario.name(),
                variant.mode(),
                variant.protocol(),
                seed,
                records(),
                repeated(),
                lost(),
                breaks(),
                largestBreak(),
                bound == DeliveryBound.UNBOUNDED ? "none" : Long.toString(bound),
                verdict,
                seconds);
    }

    /** All there is to say of a round that is not clean. */
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
        text.append("    again: scripts/soak ").append(scenario.name());
        text.append(" --rounds 1 --seed ").append(seed).append(isLean ? " --lean" : "");
        text.append(" --mode ").append(variant.mode());
        text.append(" --protocol ").append(variant.protocol());
        return text.toString();
    }

    @Override
    public String toString() {
        return line() + '\n' + story();
    }
}

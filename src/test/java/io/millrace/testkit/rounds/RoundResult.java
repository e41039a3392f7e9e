package io.millrace.testkit.rounds;

import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.RoundFindings;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How a round ended. Immutable.
 *
 * @param variant what it was run with
 * @param isLean whether it was made for several at a time
 * @param bound how many records one break may repeat
 * @param folder the witnesses
 */
public record RoundResult(
        Scenario scenario,
        Variant variant,
        long seed,
        boolean isLean,
        long bound,
        RoundFindings findings,
        double seconds,
        Path folder) {
    public RoundFindings.Outcome outcome() {
        return findings.outcome();
    }

    /** One line. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%-22s %-12s %-19s seed %-6d %5d records, %4d repeated, %3d lost, %d breaks, the largest of %d"
                        + " (bound %s): %s, %.1f s",
                scenario.name(),
                variant.mode(),
                variant.protocol(),
                seed,
                findings.records(),
                findings.repeated(),
                findings.lost(),
                findings.breaks(),
                findings.largestBreak(),
                bound == DeliveryBound.UNBOUNDED ? "none" : Long.toString(bound),
                findings.verdict(),
                seconds);
    }

    /** All there is to say of a round that is not clean. */
    public String story() {
        StringBuilder text = new StringBuilder(findings.story());
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

package io.millrace.testkit.ledger;

import java.util.List;
import java.util.Locale;

/**
 * What a round has shown: the checker's report, and what else whoever led it has seen. Immutable; any thread.
 *
 * @param report null where the round did not get so far
 * @param wrong what is not right and no verdict of the checker: the promise is not kept, as with a fatal one
 * @param voids why it proves nothing, beyond what the report says
 * @param detail what was drawn, and what struck
 * @param isBlind whether a witness has missed something, so that no verdict can be believed
 */
public record RoundFindings(
        Report report, List<String> wrong, List<String> voids, List<String> detail, boolean isBlind) {
    /** What a round says. */
    public enum Outcome {
        CLEAN,
        /** The promise is broken. */
        FATAL,
        /** It proves nothing, neither way. */
        VOID
    }

    public RoundFindings {
        wrong = List.copyOf(wrong);
        voids = List.copyOf(voids);
        detail = List.copyOf(detail);
    }

    public Outcome outcome() {
        if (isBlind) {
            return Outcome.VOID;
        }
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

    /** The outcome in a word, with the verdicts that were given. */
    public String verdict() {
        String text = outcome().name().toLowerCase(Locale.ROOT);
        return report == null || report.kinds().isEmpty() ? text : text + " " + report.kinds();
    }

    /** All there is to say of a round that is not clean, a line each. */
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
}

package io.millrace.worker;

import java.time.Clock;
import java.time.temporal.ChronoUnit;

/**
 * The text beside each committed offset, which Kafka's admin tools show. Filled in once for each commit, not for each
 * partition or record. Immutable; any thread.
 */
public final class CommitMetadata {
    /** No text. */
    public static final CommitMetadata NONE = new CommitMetadata("", "", 0, Clock.systemUTC());

    private static final String TIME = "{time}";

    private final String text;
    private final boolean hasTime;
    private final Clock clock;

    /** @param template a text, in which {@code {host}}, {@code {worker}} and {@code {time}} are filled in */
    public CommitMetadata(String template, String host, int worker, Clock clock) {
        this.text = template.replace("{host}", host).replace("{worker}", Integer.toString(worker));
        this.hasTime = text.contains(TIME);
        this.clock = clock;
    }

    /** The text for a commit that is made now; times are UTC, in milliseconds. */
    String now() {
        return hasTime
                ? text.replace(
                        TIME, clock.instant().truncatedTo(ChronoUnit.MILLIS).toString())
                : text;
    }
}

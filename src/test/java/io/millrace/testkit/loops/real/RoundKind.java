package io.millrace.testkit.loops.real;

import java.util.List;
import java.util.Locale;

/** What a round is sure to have, beside what is drawn: a round in which it was not seen is void. */
public enum RoundKind {
    LOST_ANSWERS(Trouble.ANSWER_DROPPED, Trouble.ANSWERS_SWALLOWED),
    /** Transactions, of which some are aborted. */
    MARKERS(Trouble.KILL),
    COMPACTION(Trouble.HOLES),
    REWINDS(Trouble.REWIND, Trouble.RESET),
    /** Records are deleted from the front, and positions point at nothing. */
    TRUNCATION(Trouble.DELETE);

    private final List<Trouble> musts;

    RoundKind(Trouble... musts) {
        this.musts = List.of(musts);
    }

    List<Trouble> musts() {
        return musts;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How often that was seen which such a round must have. */
    long seen(Seen seen) {
        return switch (this) {
            case LOST_ANSWERS -> seen.lostAnswers();
            case MARKERS -> seen.markers();
            case COMPACTION -> seen.holes();
            case REWINDS -> seen.rewinds();
            case TRUNCATION -> seen.resets();
        };
    }
}

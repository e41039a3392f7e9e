package io.millrace.testkit.ledger;

import java.util.Locale;

/** How one call of a handler ended. Only a terminal outcome gives the engine the right to commit past the record. */
public enum Outcome {
    OK(true),
    /** It threw, be it an {@code Error}. */
    FAILED(false),
    /** It threw and will be called again for the same record. */
    RETRY(false),
    DEAD_LETTERED(true),
    SKIPPED(true),
    FILTERED(true);

    private final boolean terminal;
    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    Outcome(boolean terminal) {
        this.terminal = terminal;
    }

    public boolean isTerminal() {
        return terminal;
    }

    /** The word in a journal. */
    public String text() {
        return text;
    }
}

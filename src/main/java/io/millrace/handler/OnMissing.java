package io.millrace.handler;

import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * What stands for a field that a record has not: {@code error} refuses the record, {@code null} is the word null, and
 * anything else stands for itself. So the word error itself cannot stand for an absent field. Immutable; any thread.
 */
public final class OnMissing {
    private static final OnMissing ERROR = new OnMissing(null);

    private static final OnMissing NULL = new OnMissing("null");

    /** Null: an error. */
    private final String replacement;

    private OnMissing(String replacement) {
        this.replacement = replacement;
    }

    /** @param written as in the configuration; empty, as HOCON's null arrives, is the word null */
    public static OnMissing parse(Optional<String> written) {
        String word = written.orElse("null");
        return switch (word) {
            case "error" -> ERROR;
            case "null" -> NULL;
            default -> new OnMissing(word);
        };
    }

    /**
     * What stands for the absent field.
     *
     * @throws NoSuchElementException if an absent field is an error
     */
    public String text(String field) {
        if (replacement == null) {
            throw new NoSuchElementException("the record has no " + field
                    + "; if that may be, set on-missing = null, or to the text that stands for it");
        }
        return replacement;
    }
}

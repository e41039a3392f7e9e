package io.millrace.offsets;

import java.time.Duration;
import java.time.format.DateTimeParseException;

/** Where a partition starts of which no usable position is known. Immutable; any thread. */
public sealed interface StartPosition {

    /** The oldest record that the broker still has. */
    record Earliest() implements StartPosition {
        @Override
        public String toString() {
            return "earliest";
        }
    }

    /** After the newest record. */
    record Latest() implements StartPosition {
        @Override
        public String toString() {
            return "latest";
        }
    }

    /** Nowhere: the run fails. */
    record Fail() implements StartPosition {
        @Override
        public String toString() {
            return "fail";
        }
    }

    /** The first record that is at most so old; the end where there is none. */
    record Within(Duration age) implements StartPosition {
        @Override
        public String toString() {
            return "within:" + age;
        }
    }

    /**
     * Reads what a user writes.
     *
     * @throws IllegalArgumentException with a message that names the forms
     */
    static StartPosition parse(String text) {
        switch (text) {
            case "earliest":
                return new Earliest();
            case "latest":
                return new Latest();
            case "fail":
                return new Fail();
            default:
        }
        if (text.startsWith("within:")) {
            try {
                Duration age = Duration.parse(text.substring("within:".length()));
                if (!age.isNegative()) {
                    return new Within(age);
                }
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException(
                        "\"" + text + "\" holds no ISO-8601 duration: write within:PT6H for six hours", e);
            }
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" is no start position: write earliest, latest, fail or within:PT6H");
    }
}

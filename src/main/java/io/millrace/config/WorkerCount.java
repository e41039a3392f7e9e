package io.millrace.config;

import java.util.OptionalInt;

/** A number of workers, fixed or to be found when the partitions are known. Immutable; any thread. */
public record WorkerCount(OptionalInt fixed) {
    public static final int MAX = 1024;

    /**
     * Reads {@code auto} or a number.
     *
     * @throws IllegalArgumentException with a message that names the forms
     */
    public static WorkerCount parse(String text) {
        if (text.equals("auto")) {
            return new WorkerCount(OptionalInt.empty());
        }
        try {
            int count = Integer.parseInt(text);
            if (count >= 1 && count <= MAX) {
                return new WorkerCount(OptionalInt.of(count));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(message(text), e);
        }
        throw new IllegalArgumentException(message(text));
    }

    /** The number of workers for so many partitions. */
    public int resolve(int partitions, int processors) {
        return fixed.orElseGet(() -> Math.max(1, Math.min(partitions, processors)));
    }

    /** The most workers that this process can have, whatever the partitions. */
    public int atMost(int processors) {
        return fixed.orElse(processors);
    }

    private static String message(String text) {
        return "\"" + text + "\" is no number of workers: write auto or a number from 1 to " + MAX;
    }

    @Override
    public String toString() {
        return fixed.isPresent() ? Integer.toString(fixed.getAsInt()) : "auto";
    }
}

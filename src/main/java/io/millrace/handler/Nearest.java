package io.millrace.handler;

import java.util.Collection;
import java.util.Locale;

/** Guesses what was meant by a misspelt word. Stateless; any thread. */
final class Nearest {
    private static final int MOST_EDITS = 2;

    private Nearest() {}

    /** The word that differs in at most two letters, or null; of several the nearest, then the first. */
    static String of(String written, Collection<String> words) {
        String text = written.toLowerCase(Locale.ROOT);
        String nearest = null;
        int least = Math.min(MOST_EDITS, text.length() - 1) + 1;
        for (String word : words) {
            int edits = edits(text, word);
            if (edits < least) {
                least = edits;
                nearest = word;
            }
        }
        return nearest;
    }

    /** Levenshtein's distance, row by row. */
    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] here = new int[to.length() + 1];
            here[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int change = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
                here[column] = Math.min(Math.min(above[column], here[column - 1]) + 1, above[column - 1] + change);
            }
            above = here;
        }
        return above[to.length()];
    }
}

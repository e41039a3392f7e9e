package io.millrace.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds the names that someone may have meant. Stateless. */
public final class Nearest {
    private static final int MAX_DISTANCE = 2;
    private static final int MAX_NAMES = 3;
    /** Long names may differ in more. */
    private static final int LETTERS_PER_CHANGE = 5;

    private Nearest() {}

    /** At most three names, the nearest first. */
    public static List<String> names(String written, Collection<String> known) {
        return known.stream()
                .filter(name -> distance(written, name) <= allowed(written))
                .sorted(Comparator.<String>comparingInt(name -> distance(written, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MAX_NAMES)
                .toList();
    }

    /** The line that proposes names; empty where there are none. */
    public static String didYouMean(List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        return "did you mean " + names.stream().collect(Collectors.joining(", ")) + "?";
    }

    /** True where the names differ in nothing but case and {@code - _ .}. */
    static boolean sameLetters(String left, String right) {
        return letters(left).equals(letters(right));
    }

    /** In very short names two changes make any name of any other. */
    private static int allowed(String written) {
        return written.length() <= 3 ? 1 : Math.max(MAX_DISTANCE, written.length() / LETTERS_PER_CHANGE);
    }

    static int distance(String left, String right) {
        if (sameLetters(left, right)) {
            return 0;
        }
        if (Math.abs(left.length() - right.length()) > allowed(left)) {
            return Integer.MAX_VALUE;
        }
        return editDistance(left.toLowerCase(Locale.ROOT), right.toLowerCase(Locale.ROOT));
    }

    /** Insertions, deletions, replacements and swaps of neighbours. */
    private static int editDistance(String left, String right) {
        int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, left, right, i, j);
            }
        }
        return cost[left.length()][right.length()];
    }

    private static int cheapest(int[][] cost, String left, String right, int i, int j) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int best = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1);
        best = Math.min(best, cost[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }

    private static String letters(String name) {
        return name.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }
}

package io.millrace.testkit.rounds;

import io.millrace.testkit.ledger.RoundFindings;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Adds rounds up, by scenario and variant. One thread. */
final class SoakTotals {
    private static final class Sum {
        int rounds;
        int fatal;
        int voids;
        long records;
        long repeated;
        long lost;
        long breaks;
        long largest;
        /** The largest break as a part of what was allowed. */
        double fullest;

        void add(RoundResult result) {
            switch (result.outcome()) {
                case CLEAN -> rounds++;
                case FATAL -> {
                    rounds++;
                    fatal++;
                }
                case VOID -> voids++;
            }
            if (result.outcome() != RoundFindings.Outcome.VOID) {
                records += result.findings().records();
                repeated += result.findings().repeated();
                lost += result.findings().lost();
                breaks += result.findings().breaks();
                largest = Math.max(largest, result.findings().largestBreak());
                fullest = Math.max(fullest, result.findings().largestBreak() / (double) Math.max(1, result.bound()));
            }
        }

        String text(String name) {
            return String.format(
                    Locale.ROOT,
                    "%-55s %3d rounds, %d fatal, %d void; %7d records, %5d repeated and %d lost at %d breaks,"
                            + " the largest of %d, at most %.0f %% of the bound",
                    name,
                    rounds,
                    fatal,
                    voids,
                    records,
                    repeated,
                    lost,
                    breaks,
                    largest,
                    100 * fullest);
        }
    }

    private final Map<String, Sum> sums = new TreeMap<>();
    private final Sum all = new Sum();

    void add(RoundResult result) {
        all.add(result);
        sums.computeIfAbsent(result.scenario().name() + ' ' + result.variant(), ignored -> new Sum())
                .add(result);
    }

    boolean isFatal() {
        return all.fatal > 0;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        sums.forEach((name, sum) -> text.append(sum.text(name)).append('\n'));
        return text.append(all.text("all")).toString();
    }
}

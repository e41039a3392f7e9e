package io.millrace.testkit.ledger.sim;

import java.util.stream.LongStream;

/** Which seeds a test runs: all of them, or the one of {@code -Dmillrace.ledger.seed=N}, to see a failure again. */
final class Seeds {
    private Seeds() {}

    static boolean isOne() {
        return Long.getLong("millrace.ledger.seed") != null;
    }

    static LongStream upTo(int count) {
        Long one = Long.getLong("millrace.ledger.seed");
        return one != null ? LongStream.of(one) : LongStream.rangeClosed(1, count);
    }
}

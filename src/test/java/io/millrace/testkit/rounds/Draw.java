package io.millrace.testkit.rounds;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What a round's seed decides about the topic and the engines. Immutable.
 *
 * @param workers of each process
 * @param commits what the mode makes of commits
 * @param transactional whether they are produced in transactions, of which some are aborted
 * @param isLean whether it is small, because it is one of several at a time
 * @param slowMicros what one record costs the handler, so that all of them take about as long as the scenario wants
 * @param perSecond how fast they are produced: before most of them are handled all of them are there
 */
record Draw(
        int partitions,
        int records,
        int workers,
        int maxPollRecords,
        CommitDraw commits,
        boolean readCommitted,
        boolean transactional,
        boolean isLean,
        int slowMicros,
        double perSecond) {
    /** How many processes there are while nothing goes wrong. */
    static final int PROCESSES = 2;

    private static final int MIN_PARTITIONS = 4;
    private static final int MAX_PARTITIONS = 8;
    private static final int MAX_WORKERS = 2;
    /** How much is made of a round. */
    enum Size {
        /** For one round after the other. */
        FULL(new int[] {50, 500}, 2_000, 6_000, 3_000),
        /** For several at a time: fewer records, each of which takes longer. */
        LEAN(new int[] {20, 60}, 600, 1_200, 12_000);

        private final int[] maxPollRecords;
        private final int minRecords;
        private final int maxRecords;
        private final int maxSlowMicros;

        Size(int[] maxPollRecords, int minRecords, int maxRecords, int maxSlowMicros) {
            this.maxPollRecords = maxPollRecords;
            this.minRecords = minRecords;
            this.maxRecords = maxRecords;
            this.maxSlowMicros = maxSlowMicros;
        }
    }

    private static final int TRANSACTIONAL_ONE_IN = 4;
    /** Of aborted transactions some records are never sent, and the others not seen by a reader of committed ones. */
    private static final double COMMITTED = 0.5;

    private static final double MORE_IN_TRANSACTIONS = 1.4;

    private static final double PRODUCED_IN = 0.6;
    private static final double MICROS = 1e6;
    private static final int MICROS_PER_MILLI = 1_000;
    /** So many times what a record costs the handler. */
    private static final int COMMIT_COSTS = 3;

    /**
     * Draws.
     *
     * @param seconds how long there is work to do, roughly
     * @param pollMillis how long the records of one poll may take
     */
    static Draw of(long seed, Size size, Variant.Mode mode, double seconds, int pollMillis) {
        SplittableRandom random = new SplittableRandom(seed);
        int workers = random.nextInt(1, MAX_WORKERS + 1);
        // One more process must find something to do.
        int fewest = Math.max(MIN_PARTITIONS, workers * (PROCESSES + 1));
        int partitions = random.nextInt(fewest, MAX_PARTITIONS + 1);
        int polled = size.maxPollRecords[random.nextInt(size.maxPollRecords.length)];
        CommitDraw commits = CommitDraw.of(random);
        boolean readCommitted = random.nextBoolean();
        boolean transactional = random.nextInt(TRANSACTIONAL_ONE_IN) == 0;
        int slowest = Math.min(size.maxSlowMicros, pollMillis * MICROS_PER_MILLI / polled);
        int atLeast = (int) Math.ceil(seconds * workers * PROCESSES * MICROS / slowest);
        int handled = Math.max(atLeast, random.nextInt(size.minRecords, size.maxRecords + 1));
        int slow = (int) (seconds * workers * PROCESSES * MICROS / handled);
        if (commits.isForEachRecord(mode)) {
            // Most of the time goes into commits.
            handled /= COMMIT_COSTS;
        }
        int records = transactional ? (int) (handled * MORE_IN_TRANSACTIONS) : handled;
        return new Draw(
                partitions,
                records,
                workers,
                polled,
                commits,
                readCommitted,
                transactional,
                size == Size.LEAN,
                slow,
                records / (seconds * PRODUCED_IN));
    }

    /** At least so many there are to handle. */
    int due() {
        return transactional ? (int) (COMMITTED * records) : records;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d partitions, %d records at %.0f/s, %d processes of %d workers, %d us a record, max.poll.records=%d,"
                        + " %s%s",
                partitions,
                records,
                perSecond,
                PROCESSES,
                workers,
                slowMicros,
                maxPollRecords,
                readCommitted ? "read_committed" : "read_uncommitted",
                transactional ? ", in transactions" : "");
    }
}

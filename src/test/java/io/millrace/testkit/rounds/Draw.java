package io.millrace.testkit.rounds;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What a round's seed decides about the topic and the engines. Immutable.
 *
 * @param workers of each process
 * @param transactional whether they are produced in transactions, of which some are aborted
 * @param slowMicros what one record costs the handler, so that all of them take about as long as the scenario wants
 * @param perSecond how fast they are produced: before most of them are handled all of them are there
 */
record Draw(
        int partitions,
        int records,
        int workers,
        int maxPollRecords,
        int maxUnacknowledged,
        boolean readCommitted,
        boolean transactional,
        int slowMicros,
        double perSecond) {
    /** How many processes there are while nothing goes wrong. */
    static final int PROCESSES = 2;

    private static final int[] MAX_UNACKNOWLEDGED = {500, 2_000, 100_000};
    private static final int[] MAX_POLL_RECORDS = {50, 500};
    private static final int MIN_RECORDS = 2_000;
    private static final int MAX_RECORDS = 6_000;
    private static final int MIN_PARTITIONS = 4;
    private static final int MAX_PARTITIONS = 8;
    private static final int MAX_WORKERS = 2;
    private static final int MAX_SLOW_MICROS = 3_000;
    /** A rebalance waits for a poll's records, and commits follow polls: none may take long. */
    private static final int MAX_POLL_MICROS = 1_000_000;

    private static final int TRANSACTIONAL_ONE_IN = 4;
    /** Of aborted transactions some records are never sent, and the others not seen by a reader of committed ones. */
    private static final double COMMITTED = 0.6;

    private static final double MORE_IN_TRANSACTIONS = 1.4;

    private static final double PRODUCED_IN = 0.6;
    private static final double MICROS = 1e6;

    static Draw of(long seed, double seconds) {
        SplittableRandom random = new SplittableRandom(seed);
        int workers = random.nextInt(1, MAX_WORKERS + 1);
        // One more process must find something to do.
        int fewest = Math.max(MIN_PARTITIONS, workers * (PROCESSES + 1));
        int partitions = random.nextInt(fewest, MAX_PARTITIONS + 1);
        int polled = MAX_POLL_RECORDS[random.nextInt(MAX_POLL_RECORDS.length)];
        int unacknowledged = MAX_UNACKNOWLEDGED[random.nextInt(MAX_UNACKNOWLEDGED.length)];
        boolean readCommitted = random.nextBoolean();
        boolean transactional = random.nextInt(TRANSACTIONAL_ONE_IN) == 0;
        int slowest = Math.min(MAX_SLOW_MICROS, MAX_POLL_MICROS / polled);
        int atLeast = (int) Math.ceil(seconds * workers * PROCESSES * MICROS / slowest);
        int handled = Math.max(atLeast, random.nextInt(MIN_RECORDS, MAX_RECORDS + 1));
        int slow = (int) (seconds * workers * PROCESSES * MICROS / handled);
        int records = transactional ? (int) (handled * MORE_IN_TRANSACTIONS) : handled;
        return new Draw(
                partitions,
                records,
                workers,
                polled,
                unacknowledged,
                readCommitted,
                transactional,
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
                        + " max-unacknowledged=%d, %s%s",
                partitions,
                records,
                perSecond,
                PROCESSES,
                workers,
                slowMicros,
                maxPollRecords,
                maxUnacknowledged,
                readCommitted ? "read_committed" : "read_uncommitted",
                transactional ? ", in transactions" : "");
    }
}

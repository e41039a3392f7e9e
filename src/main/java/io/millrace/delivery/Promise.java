package io.millrace.delivery;

import io.millrace.config.CommitConfig;
import io.millrace.config.CommitConfig.How;
import io.millrace.config.MillraceConfig;
import io.millrace.offsets.StartPosition;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What a configuration promises about each record, in words and as numbers. Immutable; any thread.
 *
 * @param repeated by a crash of the process
 * @param lost by a crash of the process
 */
public record Promise(List<String> words, AtMost repeated, AtMost lost) {
    private static final long DEFAULT_MAX_POLL_RECORDS = 500;
    private static final String MAX_POLL_RECORDS = "max.poll.records";

    private static final String CLEAN_STOP = "after a clean stop nothing is lost and nothing is repeated";
    private static final String FAILURE =
            "a record that fails stops the run before that record; nothing past it is committed";

    /**
     * A limit over all workers.
     *
     * @param records empty where no number holds
     * @param words the number, or what there is in its place
     */
    public record AtMost(OptionalLong records, String words) {
        static final AtMost NOTHING = of(0);

        static AtMost of(long records) {
            return new AtMost(OptionalLong.of(records), Long.toString(records));
        }

        static AtMost unknown(String words) {
            return new AtMost(OptionalLong.empty(), words);
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** A limit of one worker and the setting that it comes from. */
    private record PerWorker(long records, String setting) {}

    public Promise {
        words = List.copyOf(words);
    }

    /**
     * The promise of a configuration.
     *
     * @param processors of this machine: with {@code workers.count = auto} there are at most so many workers
     */
    public static Promise of(MillraceConfig config, int processors) {
        long workers = config.workers().count().atMost(processors);
        return switch (config.delivery().mode()) {
            case AT_LEAST_ONCE -> atLeastOnce(config, workers);
            case AT_MOST_ONCE -> atMostOnce(config, workers);
            case AUTO -> auto(config, workers);
            case NONE -> none(config);
        };
    }

    /** How many records a crash of the process can repeat at most; empty where no number holds. */
    public OptionalLong repeatedAtMost() {
        return repeated.records();
    }

    /** How many records a crash of the process can lose at most; empty where no number holds. */
    public OptionalLong lostAtMost() {
        return lost.records();
    }

    private static Promise atLeastOnce(MillraceConfig config, long workers) {
        PerWorker bound = repeatedByWorker(config);
        return new Promise(
                List.of(
                        "at least once: no record is lost; an offset is committed when all before it is handled and flushed",
                        committing(config.delivery().commit()),
                        CLEAN_STOP,
                        afterCrash(bound, "repeated", workers) + "; none is lost",
                        FAILURE),
                AtMost.of(bound.records * workers),
                AtMost.NOTHING);
    }

    private static PerWorker repeatedByWorker(MillraceConfig config) {
        CommitConfig commit = config.delivery().commit();
        if (commit.effectiveHow() == How.ASYNC) {
            return new PerWorker(commit.maxUnacknowledged(), "delivery.commit.max-unacknowledged");
        }
        return switch (commit.at()) {
            case POLL, PARTITION -> new PerWorker(maxPollRecords(config), MAX_POLL_RECORDS);
            case RECORD -> new PerWorker(1, "delivery.commit.at = record");
            case INTERVAL -> new PerWorker(commit.everyRecords(), "delivery.commit.every-records");
        };
    }

    private static String committing(CommitConfig commit) {
        if (commit.effectiveHow() == How.ASYNC) {
            String goesOn =
                    "the loop goes on while the broker answers a commit, and waits where the bound below would be exceeded";
            return commit.at() == CommitConfig.At.INTERVAL ? interval(commit) + "; " + goesOn : goesOn;
        }
        return switch (commit.at()) {
            case POLL -> "each poll is committed before the next record is handled";
            case PARTITION ->
                "the records of one partition in a poll are committed before those of the next one are handled";
            case RECORD -> "each record is committed before the next one is handled";
            case INTERVAL -> interval(commit) + ", and the loop waits for the answer";
        };
    }

    private static String interval(CommitConfig commit) {
        return String.format(
                Locale.ROOT,
                "a commit is due after %,d records or %s, also in the middle of a poll",
                commit.everyRecords(),
                show(commit.every()));
    }

    private static Promise atMostOnce(MillraceConfig config, long workers) {
        boolean record = config.delivery().commit().at() == CommitConfig.At.RECORD;
        PerWorker bound = record
                ? new PerWorker(1, "delivery.commit.at = record")
                : new PerWorker(maxPollRecords(config), MAX_POLL_RECORDS);
        String chunk = switch (config.delivery().commit().at()) {
            case RECORD -> "each record is committed";
            case PARTITION -> "the records of one partition in a poll are committed";
            case POLL, INTERVAL -> "each poll is committed";
        };
        return new Promise(
                List.of(
                        "at most once: no record is handled twice; " + chunk
                                + " before any of it is handled, and not handled before the broker has acknowledged that",
                        CLEAN_STOP + ": the stop waits until what is committed is handled",
                        afterCrash(bound, "lost", workers) + "; none is repeated",
                        record
                                ? "a record that fails stops the run: it is committed already, so it is lost, and reported"
                                : "a record that fails stops the run: it and those committed with it that were not"
                                        + " handled are lost, and reported",
                        record
                                ? "where shutdown.drain is over with a record in hand, that record is lost, and reported"
                                : "where shutdown.drain is over with records in hand, the rest of what was committed with"
                                        + " them is lost, and reported"),
                AtMost.NOTHING,
                AtMost.of(bound.records * workers));
    }

    private static Promise auto(MillraceConfig config, long workers) {
        String every = show(config.delivery().commit().every());
        String repeated = String.format(
                Locale.ROOT, "%s of work and one poll (%,d records) for each worker", every, maxPollRecords(config));
        return new Promise(
                List.of(
                        "at least once: no record is lost; Kafka's client commits by its own timer, every " + every
                                + ", and never what is not handled and flushed",
                        CLEAN_STOP,
                        "after a crash of the process at most " + repeated + " are repeated (" + workers(workers)
                                + "; no number of records bounds it); none is lost",
                        FAILURE),
                AtMost.unknown(repeated),
                AtMost.NOTHING);
    }

    private static Promise none(MillraceConfig config) {
        StartPosition otherwise = config.source().start().otherwise();
        boolean passesOver = otherwise instanceof StartPosition.Latest || otherwise instanceof StartPosition.Within;
        String start = "start.otherwise = " + otherwise;
        return new Promise(
                List.of(
                        "nothing is committed: each start of the process reads from start again (" + start
                                + " where the group has committed nothing)",
                        "within the process a worker that gets a partition goes on where the last one stopped; another"
                                + " process that gets it reads from start",
                        "after a stop or a crash the next start repeats everything since start",
                        passesOver
                                ? "what comes while no process reads may be passed over by " + start
                                : "none is lost: what is still there is read again",
                        "a record that fails stops the run before that record; the next start comes to it again"),
                AtMost.unknown("everything since start"),
                passesOver ? AtMost.unknown("what comes while no process reads") : AtMost.NOTHING);
    }

    private static String afterCrash(PerWorker bound, String what, long workers) {
        long all = bound.records * workers;
        return String.format(
                Locale.ROOT,
                "after a crash of the process at most %,d %s %s (%,d for each worker, %s; %s)",
                all,
                all == 1 ? "record is" : "records are",
                what,
                bound.records,
                bound.setting,
                workers(workers));
    }

    private static String workers(long workers) {
        return workers == 1 ? "1 worker" : workers + " workers";
    }

    private static String show(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    private static long maxPollRecords(MillraceConfig config) {
        String written = config.kafka().consumer().get(MAX_POLL_RECORDS);
        return written == null ? DEFAULT_MAX_POLL_RECORDS : Long.parseLong(written.trim());
    }
}

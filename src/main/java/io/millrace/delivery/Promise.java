package io.millrace.delivery;

import io.millrace.config.CommitConfig;
import io.millrace.config.MillraceConfig;
import java.util.List;
import java.util.Locale;

/**
 * What a configuration promises about each record, in words and as a number. Immutable; any thread.
 *
 * @param repeatedAtMost how many records a crash of the process can repeat at most
 */
public record Promise(List<String> words, long repeatedAtMost) {
    private static final long DEFAULT_MAX_POLL_RECORDS = 500;

    public Promise {
        words = List.copyOf(words);
    }

    /** @param processors of this machine: with {@code workers.count = auto} there are at most so many workers */
    public static Promise of(MillraceConfig config, int processors) {
        long workers = config.workers().count().atMost(processors);
        return switch (config.delivery().mode()) {
            case AT_LEAST_ONCE -> atLeastOnce(config, workers);
            case AT_MOST_ONCE, AUTO, NONE ->
                throw new UnsupportedOperationException(config.delivery().mode().name());
        };
    }

    private static Promise atLeastOnce(MillraceConfig config, long workers) {
        CommitConfig commit = config.delivery().commit();
        return switch (commit.effectiveHow()) {
            case ASYNC ->
                promise(
                        "the loop goes on while the broker answers a commit, and waits where the bound below would be exceeded",
                        commit.maxUnacknowledged(),
                        "delivery.commit.max-unacknowledged",
                        workers);
            case SYNC ->
                promise(
                        "each poll is committed before the next record is handled",
                        maxPollRecords(config),
                        "max.poll.records",
                        workers);
        };
    }

    private static Promise promise(String how, long perWorker, String setting, long workers) {
        long bound = perWorker * workers;
        return new Promise(
                List.of(
                        "at least once: no record is lost; an offset is committed when all before it is handled and flushed",
                        how,
                        "after a clean stop nothing is repeated",
                        String.format(
                                Locale.ROOT,
                                "after a crash of the process at most %,d records are repeated (%,d for each worker, %s; %s)",
                                bound,
                                perWorker,
                                setting,
                                workers == 1 ? "1 worker" : workers + " workers"),
                        "a record that fails stops the run before that record; nothing past it is committed"),
                bound);
    }

    private static long maxPollRecords(MillraceConfig config) {
        String written = config.kafka().consumer().get("max.poll.records");
        return written == null ? DEFAULT_MAX_POLL_RECORDS : Long.parseLong(written.trim());
    }
}

package io.millrace.testkit.rounds;

import io.millrace.testkit.ledger.DeliveryBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What a round's seed decides about commits, for whichever mode it is run with. Small numbers, so that in a short round
 * much is committed. Immutable.
 *
 * @param isIntervalSync whether {@code interval} waits for its commits
 * @param once where {@code at-most-once} commits
 * @param metadata empty: none
 */
record CommitDraw(
        int maxUnacknowledged, boolean isIntervalSync, int everyRecords, int everyMillis, Once once, String metadata) {
    /** {@code delivery.commit.at} of {@code at-most-once}. */
    enum Once {
        POLL,
        PARTITION,
        RECORD
    }

    private static final int[] MAX_UNACKNOWLEDGED = {500, 2_000, 100_000};
    private static final int[] EVERY_RECORDS = {50, 200};
    private static final int MIN_EVERY_MILLIS = 300;
    private static final int MAX_EVERY_MILLIS = 1_000;
    private static final int METADATA_ONE_IN = 3;

    static CommitDraw of(SplittableRandom random) {
        return new CommitDraw(
                MAX_UNACKNOWLEDGED[random.nextInt(MAX_UNACKNOWLEDGED.length)],
                random.nextBoolean(),
                EVERY_RECORDS[random.nextInt(EVERY_RECORDS.length)],
                random.nextInt(MIN_EVERY_MILLIS, MAX_EVERY_MILLIS + 1),
                Once.values()[random.nextInt(Once.values().length)],
                random.nextInt(METADATA_ONE_IN) == 0 ? "{host} {worker} {time}" : "");
    }

    boolean isForEachRecord(Variant.Mode mode) {
        return mode == Variant.Mode.RECORD || mode == Variant.Mode.AT_MOST_ONCE && once == Once.RECORD;
    }

    /** The settings under {@code delivery}. */
    List<String> settings(Variant.Mode mode) {
        List<String> lines = new ArrayList<>();
        switch (mode) {
            case AUTO -> {
                lines.add("mode = auto");
                lines.add("commit.every = " + everyMillis + "ms");
            }
            case SYNC -> lines.add("commit.how = sync");
            case ASYNC -> {
                lines.add("commit.how = async");
                lines.add("commit.max-unacknowledged = " + maxUnacknowledged);
            }
            case PARTITION, RECORD -> lines.add("commit.at = " + mode);
            case INTERVAL -> {
                lines.add("commit.at = interval");
                lines.add("commit.how = " + (isIntervalSync ? "sync" : "async"));
                lines.add("commit.every-records = " + everyRecords);
                lines.add("commit.every = " + everyMillis + "ms");
                if (!isIntervalSync) {
                    lines.add("commit.max-unacknowledged = " + maxUnacknowledged);
                }
            }
            case AT_MOST_ONCE -> {
                lines.add("mode = at-most-once");
                lines.add("commit.at = " + once.name().toLowerCase(Locale.ROOT));
            }
            case NONE -> lines.add("mode = none");
        }
        if (mode.isEngines() && !metadata.isEmpty()) {
            lines.add("commit.metadata = \"" + metadata + '"');
        }
        return lines;
    }

    /**
     * What one worker may do.
     *
     * @param slack how much later than due a commit of the client's own may take effect
     */
    DeliveryBound bound(Variant.Mode mode, int maxPollRecords, Duration slack) {
        return switch (mode) {
            case AUTO -> DeliveryBound.auto(maxPollRecords, Duration.ofMillis(everyMillis), slack);
            case SYNC -> DeliveryBound.syncPoll(maxPollRecords);
            case ASYNC -> DeliveryBound.async(maxUnacknowledged);
            case PARTITION -> DeliveryBound.syncPartition(maxPollRecords);
            case RECORD -> DeliveryBound.syncRecord();
            case INTERVAL ->
                isIntervalSync ? DeliveryBound.syncInterval(everyRecords) : DeliveryBound.async(maxUnacknowledged);
            case AT_MOST_ONCE ->
                switch (once) {
                    case POLL -> DeliveryBound.atMostOncePoll(maxPollRecords);
                    case PARTITION -> DeliveryBound.atMostOncePartition(maxPollRecords);
                    case RECORD -> DeliveryBound.atMostOnceRecord();
                };
            case NONE -> DeliveryBound.none();
        };
    }

    /** For a line about the round. */
    String text(Variant.Mode mode) {
        return String.join(", ", settings(mode)).replace("commit.", "");
    }
}

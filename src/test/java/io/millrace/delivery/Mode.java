package io.millrace.delivery;

import io.millrace.worker.LoopBench;
import java.time.Duration;

/** Every way to move an offset, with small numbers, for tests that go through all of them. */
enum Mode {
    SYNC(false),
    ASYNC(false),
    PARTITION(false),
    RECORD(false),
    INTERVAL_SYNC(false),
    INTERVAL_ASYNC(false),
    AT_MOST_ONCE_POLL(true),
    AT_MOST_ONCE_PARTITION(true),
    AT_MOST_ONCE_RECORD(true),
    AUTO(false),
    NONE(false);

    static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final Duration SPACING = Duration.ofMillis(50);
    static final int CAP = 20;
    static final int EVERY_RECORDS = 7;
    static final Duration EVERY = Duration.ofMillis(200);

    private final boolean ahead;

    Mode(boolean ahead) {
        this.ahead = ahead;
    }

    /** Whether records are committed before they are handled. */
    boolean isAhead() {
        return ahead;
    }

    LoopBench on(LoopBench bench) {
        return switch (this) {
            case SYNC -> bench.sync(TIMEOUT, SPACING);
            case ASYNC -> bench.async(TIMEOUT, SPACING, CAP);
            case PARTITION -> bench.strategy(commits -> new PartitionStrategy(commits, TIMEOUT, SPACING));
            case RECORD -> bench.strategy(commits -> new RecordStrategy(commits, TIMEOUT, SPACING));
            case INTERVAL_SYNC ->
                bench.strategy(commits -> new IntervalStrategy(
                        new SyncStrategy(commits, TIMEOUT, SPACING), commits, EVERY_RECORDS, EVERY));
            case INTERVAL_ASYNC ->
                bench.strategy(commits -> new IntervalStrategy(
                        new AsyncStrategy(commits, TIMEOUT, SPACING, CAP), commits, EVERY_RECORDS, EVERY));
            case AT_MOST_ONCE_POLL -> bench.atMostOnce(TIMEOUT, Cut.POLL);
            case AT_MOST_ONCE_PARTITION -> bench.atMostOnce(TIMEOUT, Cut.PARTITION);
            case AT_MOST_ONCE_RECORD -> bench.atMostOnce(TIMEOUT, Cut.RECORD);
            case AUTO -> bench.auto(TIMEOUT, SPACING);
            case NONE -> bench.strategy(commits -> new NoneStrategy(commits, new KeptPositions()));
        };
    }

    /** How many records may be handled and not acknowledged as committed. */
    int bound() {
        return switch (this) {
            case RECORD -> 1;
            case ASYNC, INTERVAL_ASYNC -> CAP;
            case INTERVAL_SYNC -> EVERY_RECORDS;
            default -> Integer.MAX_VALUE;
        };
    }
}

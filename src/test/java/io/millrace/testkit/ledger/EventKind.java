package io.millrace.testkit.ledger;

import java.nio.charset.StandardCharsets;

/** The words that a journal's lines begin with, the most frequent first. */
enum EventKind {
    BEGIN,
    END,
    RUN,
    COMMIT_TRY,
    COMMIT_OK,
    COMMIT_FAIL,
    COMMIT_UNKNOWN,
    SEEK,
    PAUSED,
    RESUMED,
    ASSIGNED,
    REVOKED,
    LOST,
    RESET,
    STATUS,
    CORRUPT,
    PROCESS_START,
    WORKER_START,
    WORKER_DEAD,
    WORKER_STOP,
    WAKEUP,
    CLOSE_BEGIN,
    CLOSE_END,
    SIGNAL,
    OPERATOR_RESET,
    HIT,
    OUTAGE_BEGIN,
    OUTAGE_END,
    COUNTERS,
    RUN_END;

    private static final EventKind[] ALL = values();

    private final String text = name().replace('_', '-');
    private final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

    String text() {
        return text;
    }

    static EventKind of(LineIn line) {
        for (EventKind kind : ALL) {
            if (line.take(kind.bytes)) {
                return kind;
            }
        }
        throw line.bad("the name of an event");
    }
}

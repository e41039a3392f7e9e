package io.millrace.worker;

import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * What becomes of a commit.
 *
 * @param applied whether the broker applies it
 * @param error what the client is told; null: success
 * @param takes how long a synchronous commit waits for this
 */
public record CommitAnswer(boolean applied, Exception error, Duration takes) {
    public static final CommitAnswer OK = new CommitAnswer(true, null, Duration.ZERO);

    /** Refused: nothing is applied. */
    public static CommitAnswer refused(Exception error) {
        return new CommitAnswer(false, error, Duration.ZERO);
    }

    /** Nothing was applied, and the client waited for so long. */
    public static CommitAnswer timedOut(Duration takes) {
        return new CommitAnswer(false, new TimeoutException("no coordinator"), takes);
    }

    /** The broker applied it, but the client never hears of that. */
    public static CommitAnswer lost() {
        return new CommitAnswer(true, new TimeoutException("the answer was lost"), Duration.ZERO);
    }
}

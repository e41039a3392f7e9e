package io.millrace.delivery;

import io.millrace.worker.Commits;

/**
 * Whether all that was handled is flushed, for modes in which no commit of their own asks for it. Used by the worker's
 * own thread alone.
 */
final class Flushes {
    private final Commits commits;
    private long flushedRecords;

    Flushes(Commits commits) {
        this.commits = commits;
    }

    /**
     * Flushes the handler if it has handled anything since the last time; tells whether it had to.
     *
     * @throws io.millrace.worker.FlushFailure if it could not
     */
    boolean flush() {
        long finished = commits.finishedRecords();
        if (finished == flushedRecords) {
            return false;
        }
        commits.flush();
        flushedRecords = finished;
        return true;
    }

    boolean isDone() {
        return commits.finishedRecords() == flushedRecords;
    }
}

package io.millrace.worker;

import java.time.Duration;

/**
 * By when the next poll must come for the client to stay in its group ({@code max.poll.interval.ms}). A commit after it
 * proves nothing: the client may have left, and an empty group accepts commits from anybody. Used by the worker's own
 * thread alone.
 */
final class PollDeadline {
    private final long limitNanos;
    private long lastPoll;
    private boolean started;

    PollDeadline(Duration maxPollInterval) {
        this.limitNanos = maxPollInterval.toNanos();
    }

    void polled(long now) {
        lastPoll = now;
        started = true;
    }

    boolean hasPassed(long now) {
        return started && now - lastPoll > limitNanos;
    }
}

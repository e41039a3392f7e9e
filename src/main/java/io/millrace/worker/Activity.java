package io.millrace.worker;

/** What a running worker is doing at the moment. */
public enum Activity {
    JOINING,
    IDLE,
    POLLING,
    HANDLING,
    COMMITTING,
    BACKOFF
}

package io.millrace.delivery;

/** What is committed at once before it is handled. */
public enum Cut {
    POLL,
    PARTITION,
    RECORD
}

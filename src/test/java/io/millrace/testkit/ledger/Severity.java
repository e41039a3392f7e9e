package io.millrace.testkit.ledger;

/** What a verdict means for the run. */
public enum Severity {
    /** The promise is broken. */
    FATAL,
    /** The mode allows it: it is told and counted. */
    COUNTED,
    /** The run proves nothing, neither way. */
    VOID
}

package io.millrace.testkit.ledger;

/** A journal while it is read. One thread. */
public interface EventStream extends AutoCloseable {
    /**
     * The next event, null at the end.
     *
     * @throws BrokenWitnessException if the journal is broken here
     */
    JournalEvent next();

    @Override
    default void close() {}
}

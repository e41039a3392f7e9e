package io.millrace.testkit.loops.real;

/** One thing that goes wrong in a round; {@link Troubles} does it. */
public enum Trouble {
    /** A process stops dead, and another one starts. */
    KILL,
    /** A process ends in good order, and another one starts. */
    REPLACE,
    /** A further process joins, or one of three leaves. */
    JOIN,
    /** A process stands still until the group has moved on without it, or for a shorter while. */
    FREEZE,
    /** A worker dies of its handler. */
    DEATH,
    /** The broker applies a commit and the answer is lost with the connection. */
    ANSWER_DROPPED,
    /** The broker applies commits and the answers are lost without a sign. */
    ANSWERS_SWALLOWED,
    /** No commit comes to the broker for a while. */
    COMMITS_OUT,
    /** An operator moves an owned partition back. */
    REWIND,
    /** Everybody stops, an operator sets an offset of the group, and all begins again. */
    RESET,
    /** Records are deleted from the front while some wait to be read. */
    DELETE,
    /** The broker compacts what was handled, and an operator lets it be read again. */
    HOLES
}

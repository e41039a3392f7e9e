package io.millrace.metrics;

import java.util.Locale;

/** Why a commit failed: each cause has a counter of its own, {@code commit-failures.<cause>}. */
public enum CommitFailureCause {
    /** A rebalance was under way. */
    REBALANCING,
    /** The group knew a newer epoch of the member. */
    STALE_EPOCH,
    /** The group did not know the member any more. */
    NOT_MEMBER,
    /** There was no answer in time, or a passing error: it may have been applied. */
    UNKNOWN,
    /** Another member used the same static id. */
    FENCED,
    /** Not authorised, or not acceptable. */
    REFUSED;

    /** As it stands in the counter's name. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

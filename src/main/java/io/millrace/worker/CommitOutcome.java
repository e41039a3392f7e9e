package io.millrace.worker;

import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;

/** What became of a commit, by what still holds and not by the type of the error alone. */
public enum CommitOutcome {
    /** The broker has acknowledged it. */
    OK(false),
    /** A rebalance is under way: poll, then commit again what is still owned. */
    REBALANCING(false),
    /** The group does not know this member (any more), or knows a newer epoch of it: poll, which tells what was lost. */
    NOT_MEMBER(false),
    /** No answer in time or a passing error: it may have been applied. Committing again is safe while owned. */
    UNKNOWN(false),
    /** Another member uses this one's static id. */
    FENCED(true),
    /** The broker refuses, and will go on refusing. */
    REFUSED(true);

    private final boolean fatal;

    CommitOutcome(boolean fatal) {
        this.fatal = fatal;
    }

    /** Whether committing again is useless. */
    public boolean isFatal() {
        return fatal;
    }

    /** Classifies what {@code commitSync} threw or what a commit's callback was given; null is success. */
    static CommitOutcome of(Exception error) {
        if (error == null) {
            return OK;
        }
        if (error instanceof RebalanceInProgressException) {
            return REBALANCING;
        }
        if (error instanceof CommitFailedException || error instanceof StaleMemberEpochException) {
            return NOT_MEMBER;
        }
        if (error instanceof FencedInstanceIdException) {
            return FENCED;
        }
        if (error instanceof AuthorizationException || error instanceof AuthenticationException) {
            return REFUSED;
        }
        if (error instanceof RetriableCommitFailedException
                || error instanceof TimeoutException
                || error instanceof RetriableException) {
            return UNKNOWN;
        }
        return REFUSED;
    }
}

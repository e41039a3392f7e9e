package io.millrace.worker;

import io.millrace.metrics.CommitFailureCause;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/** What became of a commit, by what still holds and not by the type of the error alone. */
public enum CommitOutcome {
    /** The broker has acknowledged it. */
    OK(null, false),
    /** A rebalance is under way: poll, then commit again what is still owned. */
    REBALANCING(CommitFailureCause.REBALANCING, false),
    /** The group knows a newer epoch of this member: poll, which brings it, then commit again what is still owned. */
    STALE_EPOCH(CommitFailureCause.STALE_EPOCH, false),
    /** The group does not know this member (any more): poll, which tells what was lost. */
    NOT_MEMBER(CommitFailureCause.NOT_MEMBER, false),
    /** No answer in time or a passing error: it may have been applied. Committing again is safe while owned. */
    UNKNOWN(CommitFailureCause.UNKNOWN, false),
    /** Another member uses this one's static id. */
    FENCED(CommitFailureCause.FENCED, true),
    /** The broker refuses, and will go on refusing. */
    REFUSED(CommitFailureCause.REFUSED, true);

    private final CommitFailureCause cause;
    private final boolean fatal;

    CommitOutcome(CommitFailureCause cause, boolean fatal) {
        this.cause = cause;
        this.fatal = fatal;
    }

    /** By what it is counted; null where it did not fail. */
    CommitFailureCause cause() {
        return cause;
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
        if (error instanceof StaleMemberEpochException) {
            return STALE_EPOCH;
        }
        if (error instanceof CommitFailedException || error instanceof UnknownMemberIdException) {
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

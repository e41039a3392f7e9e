package io.millrace.supervisor;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Why a run could not start or go on. Immutable; any thread.
 *
 * @param message one line for people: what, where, and what to do next
 */
public record EngineFailure(Kind kind, String message, Throwable cause) {

    /** What sort of failure, worst first: it decides the exit code. */
    public enum Kind {
        /** The configuration does not fit the cluster. */
        CONFIG,
        /** Authentication or authorisation was refused. */
        ACCESS,
        /** No broker answered in time. */
        UNREACHABLE,
        /** Anything else. */
        FAILED
    }

    /** Classifies what ended a worker. */
    static EngineFailure of(String who, Throwable cause) {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof AuthenticationException || e instanceof AuthorizationException) {
                return new EngineFailure(
                        Kind.ACCESS, who + ": " + e.getMessage() + "; check the credentials and the ACLs", cause);
            }
        }
        return new EngineFailure(Kind.FAILED, who + ": " + cause.getMessage(), cause);
    }
}

package io.millrace.supervisor;

import io.millrace.process.RecordFailure;
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
                        Kind.ACCESS, who + ": " + messageOf(e) + "; check the credentials and the ACLs", cause);
            }
        }
        String next = cause instanceof RecordFailure
                ? "; the run stops before that record, and it comes first at the next start"
                : "";
        return new EngineFailure(Kind.FAILED, who + ": " + messageOf(cause) + next, cause);
    }

    private static String messageOf(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}

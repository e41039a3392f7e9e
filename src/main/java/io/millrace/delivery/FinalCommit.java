package io.millrace.delivery;

import io.millrace.offsets.PartitionState;
import io.millrace.worker.CommitBatch;
import io.millrace.worker.CommitOutcome;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.Commits;
import io.millrace.worker.Deadline;
import java.time.Duration;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one synchronous commit before partitions are given up, and at the end. Every mode that commits ends so. Used by
 * the worker's own thread alone.
 */
final class FinalCommit {
    private static final Logger LOG = LoggerFactory.getLogger(FinalCommit.class);

    private final Commits commits;
    private final Duration timeout;

    FinalCommit(Commits commits, Duration timeout) {
        this.commits = commits;
        this.timeout = timeout;
    }

    /** Commits what is finished of these; tried again while the outcome is unknown and there is time. */
    void revoked(Collection<PartitionState> partitions, Deadline deadline) {
        CommitBatch batch = commits.flushed(partitions);
        CommitOutcome outcome;
        do {
            outcome = commits.sync(batch, deadline.atMost(timeout));
        } while (outcome == CommitOutcome.UNKNOWN && !deadline.hasPassed());
        if (outcome != CommitOutcome.OK) {
            LOG.warn(
                    "could not commit {} before giving it up ({}): what was handled since the last commit comes again."
                            + " {}",
                    batch,
                    outcome,
                    commits.lastError().toString());
        }
    }

    /** Commits everything; true when the broker has acknowledged it. */
    boolean finish(Deadline deadline) {
        CommitOutcome outcome = commits.sync(commits.flushed(), deadline.atMost(timeout));
        if (outcome.isFatal()) {
            throw new CommitRefusedException(outcome, commits.lastError());
        }
        return outcome == CommitOutcome.OK;
    }
}

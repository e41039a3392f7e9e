package io.millrace.delivery;

import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionState;
import io.millrace.process.PartitionRun;
import io.millrace.worker.CommitBatch;
import io.millrace.worker.CommitOutcome;
import io.millrace.worker.CommitRefusedException;
import io.millrace.worker.Commits;
import io.millrace.worker.Deadline;
import io.millrace.worker.DeliveryStrategy;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code mode = at-most-once}: a chunk is committed, then handled, so a crash loses a chunk at most and repeats
 * nothing. A chunk whose commit failed is given back, and committed again before it is handled. But first the group is
 * asked, since nobody knows whether the commit was taken (also one that was refused at last: the client repeats a
 * request whose answer was lost, and tells of the last one only): what lies below the offset that the group names is
 * lost, since it may be another's commit, and a handled record is never handled again. Used by the worker's own thread
 * alone.
 */
public final class AtMostOnceStrategy implements DeliveryStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(AtMostOnceStrategy.class);
    private static final long RETRY_NANOS = 50_000_000;

    private final Commits commits;
    private final Duration timeout;
    private final Cut cut;
    private final Flushes flushes;
    /** Up to where what was handled is flushed, of what was ever handled. */
    private final Map<PartitionState, Long> flushed = new HashMap<>();

    /** Nobody knows whether the last commit of these, made before they were to be handled, was taken. */
    private final Set<PartitionState> doubtful = new LinkedHashSet<>();

    private boolean blocked;
    private boolean hasFailed;
    private long retryAt;

    /**
     * @param timeout of one commit
     * @param cut what a chunk is
     */
    public AtMostOnceStrategy(Commits commits, Duration timeout, Cut cut) {
        this.commits = commits;
        this.timeout = timeout;
        this.cut = cut;
        this.flushes = new Flushes(commits);
    }

    @Override
    public int chunkLimit() {
        return cut == Cut.RECORD ? 1 : Integer.MAX_VALUE;
    }

    @Override
    public boolean cutsByPartition() {
        return cut != Cut.POLL;
    }

    @Override
    public boolean commitsAhead() {
        return true;
    }

    @Override
    public boolean begin(List<PartitionRun> chunk) {
        CommitBatch batch = commits.ahead(chunk);
        CommitOutcome outcome = commits.sync(batch, timeout);
        if (outcome == CommitOutcome.OK) {
            chunk.forEach(run -> flushed.putIfAbsent(run.state(), run.state().position()));
            return true;
        }
        chunk.forEach(run -> doubtful.add(run.state()));
        throwIfFatal(outcome);
        blocked = true;
        hasFailed = true;
        return false;
    }

    @Override
    public void turn(long now) {
        flush();
        if (hasFailed) {
            hasFailed = false;
            retryAt = now + RETRY_NANOS;
        }
        if (blocked && now - retryAt < 0) {
            return;
        }
        blocked = !isSettledAndCommitted(timeout);
        if (blocked) {
            retryAt = now + RETRY_NANOS;
        }
    }

    /**
     * Doubt comes first: what an unanswered commit may have moved must not be moved back. Then what is finished and not
     * committed: positions that a policy chose, and the ends of transactions behind what is handled.
     */
    private boolean isSettledAndCommitted(Duration limit) {
        if (!settle(limit)) {
            return false;
        }
        CommitOutcome outcome = commits.sync(commits.flushed(), limit);
        throwIfFatal(outcome);
        return outcome == CommitOutcome.OK;
    }

    private void flush() {
        if (flushes.flush()) {
            flushed.keySet().retainAll(commits.owned());
            flushed.replaceAll((state, to) -> state.position());
        }
    }

    /** There is nothing to commit: whatever was handled is committed already. */
    @Override
    public void commitNow(long now) {
        flush();
    }

    /** Asks the group what became of commits without an answer; true when no doubt is left. */
    private boolean settle(Duration limit) {
        doubtful.retainAll(commits.owned());
        if (doubtful.isEmpty()) {
            return true;
        }
        Set<TopicPartition> partitions =
                doubtful.stream().map(PartitionState::partition).collect(Collectors.toSet());
        Optional<Map<TopicPartition, OffsetAndMetadata>> answer = commits.committed(partitions, limit);
        if (answer.isEmpty()) {
            return false;
        }
        for (PartitionState state : doubtful) {
            OffsetAndMetadata committed = answer.get().get(state.partition());
            if (committed != null && committed.offset() > state.position()) {
                lose(state, state.position(), committed.offset(), "nobody knows whose commit that was");
                state.passTo(committed.offset());
                flushed.replace(state, committed.offset());
                commits.seek(state, committed.offset());
            }
        }
        doubtful.clear();
        return true;
    }

    private void lose(PartitionState state, long from, long to, String why) {
        commits.lose(new PartitionRange(state.partition(), from, to), why);
    }

    private void throwIfFatal(CommitOutcome outcome) {
        if (outcome.isFatal()) {
            throw new CommitRefusedException(outcome, commits.lastError());
        }
    }

    @Override
    public boolean isBlocked() {
        return blocked;
    }

    @Override
    public long nanosToTurn(long now) {
        return blocked ? Math.max(0, retryAt - now) : Long.MAX_VALUE;
    }

    @Override
    public void revoked(Collection<PartitionState> partitions, Deadline deadline) {
        flush();
        if (settle(deadline.atMost(timeout))) {
            commits.sync(commits.flushed(partitions), deadline.atMost(timeout));
        }
        forget(partitions);
    }

    @Override
    public void lost(Collection<PartitionState> partitions) {
        forget(partitions);
    }

    private void forget(Collection<PartitionState> partitions) {
        for (PartitionState state : partitions) {
            if (doubtful.remove(state)) {
                LOG.warn(
                        "{} went before it was known whether its last commit was taken: what was to be handled next may"
                                + " be lost",
                        state);
            }
        }
    }

    @Override
    public boolean isSettled(PartitionState partition) {
        return flushes.isDone() && !partition.isDirty();
    }

    @Override
    public boolean finish(Deadline deadline) {
        flush();
        return isSettledAndCommitted(deadline.atMost(timeout));
    }

    /** What is committed and was handled counts when it is flushed: what never is, is lost. */
    @Override
    public void forsake() {
        if (!flushes.isDone()) {
            flushed.replaceAll((state, to) -> {
                if (to < state.position()) {
                    lose(state, to, state.position(), "they were handled, and not flushed");
                }
                return state.position();
            });
        }
        forget(List.copyOf(doubtful));
    }
}

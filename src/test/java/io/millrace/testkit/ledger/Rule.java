package io.millrace.testkit.ledger;

/**
 * Judges one or a few kinds of verdict while the run is replayed in the order of time. Unless a method says otherwise
 * its call comes before what it tells of is entered into partition and span, so a rule sees what was true until then.
 * All calls are on one thread.
 *
 * <p>This is the seam for what only a mode or a sink knows: V11 beyond {@link DropProof}, V12. Such a rule is given to
 * {@link Checker#with}.
 */
public abstract class Rule {
    /** Called once, before all others. */
    protected void begin(Facts facts) {}

    /** A worker owns a partition anew; where it starts may not be known yet. */
    protected void assigned(Span span) {}

    /** An ownership's start is known now: called after it was entered, at those before it too as their successor. */
    protected void started(Span span) {}

    /**
     * A client's position was moved. An engine's own seek, which gives back or tries again, excuses nothing.
     *
     * @param legal whether what it skips and repeats is excused
     * @param fresh whether a policy chose the start because nothing was ever committed: no rewind, though legal
     */
    protected void moved(Span span, long to, boolean legal, boolean fresh) {}

    /** Records {@code [from, to)} are begun, one after the other. */
    protected void began(Span span, long time, long from, long to, int attempt) {}

    /** They ended, all alike. */
    protected void ended(Span span, long time, long from, long to, Outcome outcome) {}

    protected void corrupt(Span span, JournalEvent.Corrupt event) {}

    /** An ownership has ended: called after that was entered. At the latest it is called before {@link #end}. */
    protected void released(Span span) {}

    protected void tried(WorkerTrack worker, JournalEvent.CommitTry tried) {}

    protected void answered(WorkerTrack worker, JournalEvent.CommitTry tried, JournalEvent.CommitAnswer answer) {}

    /** The coordinator has accepted a commit, as the history tells. */
    protected void accepted(PartitionTrack partition, CommitHistory.Commit commit) {}

    /** An administrator was told of a committed offset: it was committed before this. */
    protected void sampled(PartitionTrack partition, CommitHistory.Sample sample) {}

    /** The group was moved from outside. */
    protected void reset(PartitionTrack partition, long to) {}

    /** A worker starts, dies or stops: called after that was entered. */
    protected void life(WorkerTrack worker, JournalEvent event) {}

    protected void observed(JournalEvent.Observed event) {}

    /** All has been told. */
    protected void end() {}
}

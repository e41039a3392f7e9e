package io.millrace.testkit.ledger;

/** V2 where the mode never commits: any commit at all, wherever it is seen. */
final class NoCommitRule extends Rule {
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void tried(WorkerTrack worker, JournalEvent.CommitTry tried) {
        tried.offsets().forEach((name, offset) -> tell(facts.partition(name), offset, worker + " sent it"));
    }

    @Override
    protected void accepted(PartitionTrack partition, CommitHistory.Commit commit) {
        tell(partition, commit.offset(), "the coordinator accepted it");
    }

    @Override
    protected void sampled(PartitionTrack partition, CommitHistory.Sample sample) {
        tell(partition, sample.offset(), "an administrator was told of it");
    }

    private void tell(PartitionTrack partition, long offset, String who) {
        facts.sink()
                .add(
                        VerdictKind.V2,
                        Severity.FATAL,
                        partition.name(),
                        offset,
                        offset,
                        0,
                        "a commit of " + offset + ", and the mode makes none: " + who);
    }
}

package io.millrace.testkit.ledger;

/**
 * V1: whatever is due between the group's beginning and what it has committed in the end, or finished where it commits
 * nothing, must have been finished, by whomever, or have been excused by a move that somebody asked for.
 */
final class LossRule extends Rule {
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void end() {
        for (PartitionTrack partition : facts.partitions()) {
            long end = facts.plan().bound().commits()
                    ? partition.committed()
                    : partition.finished().end();
            partition.forEachUnfinished(end, (from, to) -> lost(partition, from, to));
        }
    }

    private void lost(PartitionTrack partition, long from, long to) {
        facts.sink()
                .add(
                        VerdictKind.V1,
                        Severity.FATAL,
                        partition.name(),
                        from,
                        to,
                        to - from,
                        facts.plan().bound().commits()
                                ? "the group has committed " + partition.committed()
                                        + " and no ownership ever finished this"
                                : "what lies behind it was finished, and no ownership ever finished this");
    }
}

package io.millrace.testkit.loops;

/** Wrong: when it is through with one partition, commits what was polled of the others too. V2. */
final class PartitionCommitsAll extends PartitionLoop {
    PartitionCommitsAll(LoopClient client, Chance chance) {
        super(client, chance);
    }

    @Override
    long committable(Owned one) {
        return polled(one);
    }
}

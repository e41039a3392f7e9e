package io.millrace.testkit.ledger;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * V16: enough has happened for the run to prove something, and no witness contradicts another one about what they both
 * should know. The rest of V16, lines and clocks, is told where journals are read.
 */
final class VoidRule extends Rule {
    private final Set<String> killed = new HashSet<>();
    private final Map<TopicPartition, OffsetSet> history = new HashMap<>();
    private Facts facts;
    private boolean isObserved;
    private int hits;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void observed(JournalEvent.Observed event) {
        isObserved = true;
        if (event instanceof JournalEvent.Hit) {
            hits++;
        } else if (event instanceof JournalEvent.Signal signal && signal.sign() == JournalEvent.Sign.KILL) {
            killed.add(signal.process());
        }
    }

    @Override
    protected void accepted(PartitionTrack partition, CommitHistory.Commit commit) {
        history.computeIfAbsent(partition.name(), ignored -> new OffsetSet()).add(commit.offset());
    }

    @Override
    protected void end() {
        long finished = 0;
        for (PartitionTrack partition : facts.partitions()) {
            finished += partition.finished().size();
            judgeHistory(partition);
        }
        long lost = facts.sink().counted(VerdictKind.V1);
        if (finished + lost < facts.plan().minRecords()) {
            tell(finished + " records were finished, " + facts.plan().minRecords() + " were planned");
        }
        if (hits < facts.plan().minHits()) {
            tell(hits + " faults struck, " + facts.plan().minHits() + " were planned");
        }
        judgeSamples();
        judgeJournals();
        if (facts.witnesses().producers() != null) {
            facts.witnesses().producers().all().forEach(this::judgeProducers);
        }
    }

    private void judgeHistory(PartitionTrack partition) {
        if (facts.witnesses().commits().isComplete()) {
            partition
                    .confirmedOffsets()
                    .forEachMissing(
                            history.get(partition.name()),
                            null,
                            0,
                            Long.MAX_VALUE,
                            (from, to) -> tell("the commit history of " + partition.name() + " does not hold " + from
                                    + ", which was confirmed"));
        }
    }

    private void judgeSamples() {
        if (!facts.witnesses().commits().isComplete()) {
            return;
        }
        for (CommitHistory.Sample sample : facts.witnesses().commits().samples()) {
            OffsetSet of = history.get(sample.partition());
            if (of == null || !of.contains(sample.offset())) {
                tell("the commit history of " + sample.partition() + " does not hold " + sample.offset()
                        + ", which an administrator was told");
            }
        }
    }

    private void judgeJournals() {
        boolean isEngine = false;
        for (WorkerTrack worker : facts.workers()) {
            isEngine |= worker.isEngine;
            if (isObserved && worker.isEngine && !worker.hasEnded() && !killed.contains(worker.process())) {
                tell(worker.source() + " ends without a stop or a death, and nobody killed " + worker.process());
            }
        }
        if (!isEngine) {
            tell("there is no journal of an engine");
        }
    }

    private void judgeProducers(ProducerLedger.Partition producer) {
        LogWitness.Partition log = facts.witnesses().log().get(producer.name());
        if (log == null) {
            tell("the log witness does not know " + producer.name() + ", which was produced to");
            return;
        }
        // Acknowledged and not in the log is the broker's loss: it says nothing of the engine.
        producer.acknowledged()
                .forEachMissing(
                        log.possible(),
                        log.aborted(),
                        0,
                        Long.MAX_VALUE,
                        (from, to) -> tell(
                                producer.name() + " [" + from + "," + to + ") was acknowledged and is not in the log"));
        producer.aborted()
                .forEachMissing(
                        log.aborted(),
                        null,
                        0,
                        Long.MAX_VALUE,
                        (from, to) -> tell(producer.name() + " [" + from + "," + to
                                + ") was aborted and the log witness does not say so"));
        long foreign = log.possible().size()
                - producer.acknowledged().size()
                + producer.aborted().size();
        if (foreign > producer.unknown()) {
            tell(producer.name() + " holds " + foreign + " records that no producer was acknowledged, and only "
                    + producer.unknown() + " have an unknown outcome");
        }
    }

    private void tell(String what) {
        facts.sink().add(VerdictKind.V16, Severity.VOID, what);
    }
}

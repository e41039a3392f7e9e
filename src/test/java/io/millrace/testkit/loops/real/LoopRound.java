package io.millrace.testkit.loops.real;

import io.millrace.testkit.KafkaFixture;
import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.OffsetSet;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.ledger.RunPlan;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.loops.Failures;
import io.millrace.testkit.loops.LoopKind;
import io.millrace.testkit.proxy.ProxiedBroker;
import io.millrace.testkit.witness.LogReader;
import io.millrace.testkit.witness.LogTail;
import io.millrace.testkit.witness.Observer;
import io.millrace.testkit.witness.OffsetsTopic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/**
 * One round: a fresh topic and group, records that come all the time, processes of loops, what the seed has drawn to go
 * wrong, then calm until the group has committed everything, a clean stop, and the verdict. The seed decides what
 * happens and at which records, not what machine and broker make of it. For one thread; several rounds may share a
 * broker at the same time.
 */
final class LoopRound {
    private static final int MIN_RECORDS = 300;
    private static final int MIN_HITS = 3;
    private static final Duration STUCK_AFTER = Duration.ofSeconds(25);
    private static final Duration STATUS_GRACE = Duration.ofSeconds(1);
    /** When nothing has changed for so long, a loop that is wrong will not commit what is left. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final ProxiedBroker broker;
    private final long seed;
    private final boolean isWrong;
    private final LoopDraw draw;
    private final String name = KafkaFixture.uniqueName("loops");
    private final Path folder;
    private final List<String> detail = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<String> voids = new ArrayList<>();
    private boolean blind;

    /**
     * @param wrongLoop the loop; null: a correct one, by the seed
     * @param parent gets a folder for the round's witnesses
     */
    LoopRound(ProxiedBroker broker, long seed, LoopKind wrongLoop, Path parent) {
        this.broker = broker;
        this.seed = seed;
        this.isWrong = wrongLoop != null;
        this.draw = LoopDraw.of(seed, wrongLoop);
        try {
            this.folder = Files.createDirectories(parent.resolve(draw.loop().name() + "-" + seed + "-" + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs and judges it. */
    LoopResult run() {
        long began = System.nanoTime();
        detail.add(draw.toString());
        SeenRule seen = new SeenRule();
        Report report = null;
        LoopTopic topic =
                LoopTopic.create(broker.admin(), name, draw.partitions(), draw.kind() == RoundKind.COMPACTION);
        try {
            play(topic);
            report = judge(seen);
        } catch (RuntimeException | AssertionError e) {
            wrong.add("the round broke off: " + e);
        }
        topic.delete();
        if (!isWrong && report != null && draw.kind().seen(seen.seen()) == 0) {
            voids.add("of what it is there for it has seen nothing");
        }
        double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
        return new LoopResult(
                seed,
                draw,
                report == null ? Seen.NOTHING : seen.seen(),
                new RoundFindings(report, wrong, voids, detail, blind),
                seconds,
                folder);
    }

    private void play(LoopTopic topic) {
        String direct = broker.directBootstrap();
        LoopSupply supply = new LoopSupply(direct, folder, name, draw, seed);
        LoopWorker.Setting setting = new LoopWorker.Setting(broker.bootstrap(), name, folder, draw, new Failures(seed));
        try (Observer observer = Observer.open(folder)) {
            LogTail tail = LogTail.start(direct, name, draw.readCommitted());
            LoopStage stage = new LoopStage(setting, observer, supply, new Random(seed));
            try {
                stage.start();
                stage.start();
                Troubles troubles = new Troubles(stage, topic, tail, broker.proxy());
                draw.troubles().forEach(troubles::strike);
                calmDown(stage, topic);
                stage.stop(stage.running());
            } finally {
                stage.hit("the end");
                detail.addAll(stage.hits());
                stage.close();
                stage.endSupply();
                observer.end();
                tail.close();
            }
            gather(tail);
        }
    }

    /** One that does not come to its end is judged all the same: its journals may say why. */
    private void calmDown(LoopStage stage, LoopTopic topic) {
        try {
            calm(stage, topic);
        } catch (RoundBroken e) {
            wrong.add("the round did not come to its end: " + e.getMessage());
        }
    }

    /** Nobody is hurt any more, and all that was promised comes due. */
    private void calm(LoopStage stage, LoopTopic topic) {
        stage.endSupply();
        if (stage.live().isEmpty()) {
            stage.start();
        }
        Object[] last = new Object[1];
        long[] since = {System.nanoTime()};
        stage.awaitAsking("all is committed", () -> {
            Map<TopicPartition, Long> committed = topic.committed();
            Object now = List.of(committed, stage.handled());
            if (!now.equals(last[0])) {
                last[0] = now;
                since[0] = System.nanoTime();
            }
            // The marker of the last transaction may come after its producer's end.
            return committed.equals(topic.ends()) || isWrong && System.nanoTime() - since[0] > QUIET_NANOS;
        });
    }

    private void gather(LogTail tail) {
        String direct = broker.directBootstrap();
        LogWitness log = LogReader.read(direct, name, draw.readCommitted());
        tail.into(log);
        log.write(folder.resolve(Witnesses.LOG));
        OffsetsTopic.read(direct, name, name).write(folder.resolve(Witnesses.COMMITS));
    }

    private Report judge(SeenRule seen) {
        RunPlan plan = RunPlan.of(draw.loop().bound(draw.maxPollRecords()))
                .withMinRecords(MIN_RECORDS)
                .withMinHits(MIN_HITS)
                .withStuckAfter(STUCK_AFTER)
                .withStatusGrace(STATUS_GRACE);
        Report report = new Checker(plan).with(() -> seen).check(folder);
        judgeWitnesses(Witnesses.read(folder));
        return report;
    }

    /** What was in the log and is gone before anybody who watches has seen it looks like a record that never was. */
    private void judgeWitnesses(Witnesses witnesses) {
        witnesses.producers().all().forEach(producer -> {
            OffsetSet missed = new OffsetSet();
            LogWitness.Partition log = witnesses.log().get(producer.name());
            // Without transactions nothing can be aborted: what its reader takes for that was compacted before it came.
            OffsetSet aborted = draw.aborts() ? log.aborted() : null;
            producer.acknowledged().forEachMissing(log.possible(), aborted, 0, Long.MAX_VALUE, missed::add);
            if (missed.size() > 0) {
                blind = true;
                voids.add(missed.size() + " records of " + producer.name() + " were gone before they were seen");
            }
        });
    }
}

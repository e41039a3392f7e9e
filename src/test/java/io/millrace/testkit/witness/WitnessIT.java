package io.millrace.testkit.witness;

import static io.millrace.testkit.KafkaFixture.kafka;
import static io.millrace.testkit.KafkaFixture.uniqueName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.testkit.ConfigFile;
import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.CommitHistory;
import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.JournalEvent.Sign;
import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.RunPlan;
import io.millrace.testkit.ledger.VerdictKind;
import io.millrace.testkit.ledger.Witnesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That all witnesses of real runs agree, and that a damaged one is noticed. */
class WitnessIT {
    private static final int RECORDS = 2000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final String topic = kafka().createTopic(4);
    private final String group = uniqueName("group");

    @ParameterizedTest
    @CsvSource({"classic, sync", "classic, async", "consumer, sync", "consumer, async"})
    void aWholeRunIsClean(String protocol, String how) throws IOException {
        LedgerProducer.produce(kafka().bootstrap(), folder, topic, RECORDS, 0, 11);
        runToTheEnd(config(protocol, how), false);

        assertClean(RECORDS);
        assertThat(lastOffsets()).isEqualTo(kafka().endOffsets(topic)).isEqualTo(kafka().committed(group));
        damageAJournal();
        assertThat(judge(RECORDS).kinds()).contains(VerdictKind.V16);
    }

    @Test
    void abortedTransactionsAreNotHandledAtReadCommitted() {
        LedgerProducer.produceTransactional(kafka().bootstrap(), folder, topic, RECORDS, 0, 12);
        runToTheEnd(config("classic", "async", "kafka.consumer.isolation.level = read_committed"), true);

        LogWitness log = LogWitness.read(folder.resolve(Witnesses.LOG));
        long aborted = log.all().stream().mapToLong(of -> of.aborted().size()).sum();
        long visible = log.all().stream().mapToLong(of -> of.due().size()).sum();
        assertThat(aborted).isPositive();
        assertClean(visible);
    }

    @Test
    void abortedTransactionsAreHandledAtReadUncommitted() {
        LedgerProducer.produceTransactional(kafka().bootstrap(), folder, topic, RECORDS, 0, 13);
        runToTheEnd(config("consumer", "sync", "kafka.consumer.isolation.level = read_uncommitted"), false);

        assertClean(RECORDS * 3 / 4);
    }

    @Test
    void theRunGoesOnThroughSignals() {
        Path config = config("consumer", "async");
        try (Observer observer = Observer.open(folder);
                AdminSampler sampler = AdminSampler.start(kafka().bootstrap(), group, topic);
                EngineUnderTest first = EngineUnderTest.start(folder, "first", config, 300);
                EngineUnderTest second = EngineUnderTest.start(folder, "second", config, 300)) {
            awaitMembers(4);
            LedgerProducer producer = LedgerProducer.start(kafka().bootstrap(), folder, topic, RECORDS, 1000, 14);
            awaitHandled(first, 100);
            observer.signal("first", Sign.STOP);
            first.freeze();
            awaitHandled(second, 200);
            observer.signal("first", Sign.CONT);
            first.thaw();
            awaitHandled(first, 200);
            first.kill();
            observer.signal("first", Sign.KILL);
            producer.await();
            await().atMost(PATIENCE).until(() -> kafka().committed(group).equals(kafka().endOffsets(topic)));
            observer.signal("second", Sign.TERM);
            second.terminate();
            end(observer, sampler, second);
        }
        gather(false);

        assertClean(RECORDS);
    }

    /** So many workers, each with a partition. */
    private void awaitMembers(int workers) {
        await().atMost(PATIENCE)
                .pollInterval(50, TimeUnit.MILLISECONDS)
                .ignoreExceptions()
                .until(() -> {
                    var members = kafka().admin()
                            .describeConsumerGroups(List.of(group))
                            .all()
                            .get()
                            .get(group)
                            .members();
                    return members.stream()
                                    .filter(member -> !member.assignment()
                                            .topicPartitions()
                                            .isEmpty())
                                    .count()
                            == workers;
                });
    }

    private static void awaitHandled(EngineUnderTest engine, long records) {
        await().atMost(PATIENCE)
                .pollInterval(20, TimeUnit.MILLISECONDS)
                .until(() -> engine.handled() >= records || !engine.isAlive());
        assertThat(engine.isAlive()).as(engine.standardError()).isTrue();
    }

    private Path config(String protocol, String how, String... more) {
        String[] lines = Stream.concat(
                        Stream.of(
                                "kafka.group.protocol = " + protocol,
                                "kafka.consumer.max.poll.records = 100",
                                "delivery.commit.how = " + how,
                                "source.start.otherwise = earliest",
                                "shutdown.exit-zero-on-signal = true",
                                "workers.count = 2",
                                "log.level = WARN",
                                "handler.type = print"),
                        Stream.of(more))
                .toArray(String[]::new);
        return Path.of(ConfigFile.write(folder, topic, group, lines));
    }

    private void runToTheEnd(Path config, boolean readCommitted) {
        try (Observer observer = Observer.open(folder);
                AdminSampler sampler = AdminSampler.start(kafka().bootstrap(), group, topic);
                EngineUnderTest engine = EngineUnderTest.start(folder, "engine", config, 0, "--until-end")) {
            end(observer, sampler, engine);
            assertThat(engine.handled())
                    .isEqualTo(engine.summary().get("handled").asLong());
        }
        gather(readCommitted);
    }

    private void end(Observer observer, AdminSampler sampler, EngineUnderTest engine) {
        int code = engine.await(PATIENCE);
        JsonNode summary = engine.summary();
        assertThat(code).as(summary + engine.standardError()).isZero();
        observer.counters(engine.process(), summary);
        for (JsonNode worker : summary.get("workers")) {
            observer.status(
                    engine.process(),
                    worker.get("worker").asInt(),
                    worker.get("state").asText());
        }
        observer.end();
        sampler.close();
        CommitHistory history = OffsetsTopic.read(kafka().bootstrap(), group, topic);
        sampler.into(history);
        history.write(folder.resolve(Witnesses.COMMITS));
    }

    private void gather(boolean readCommitted) {
        LogReader.read(kafka().bootstrap(), topic, readCommitted).write(folder.resolve(Witnesses.LOG));
    }

    private void assertClean(long records) {
        Report report = judge(records);
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    private Report judge(long records) {
        return new Checker(RunPlan.of(DeliveryBound.async(100_000)).withMinRecords(records)).check(folder);
    }

    /** Where the history says that the group is. */
    private Map<TopicPartition, Long> lastOffsets() {
        CommitHistory history = CommitHistory.read(folder.resolve(Witnesses.COMMITS));
        assertThat(history.isComplete()).isTrue();
        Map<TopicPartition, Long> last = new HashMap<>();
        history.commits().forEach(commit -> last.put(commit.partition(), commit.offset()));
        return last;
    }

    private void damageAJournal() throws IOException {
        Path journal = folder.resolve("engine.w0.1.journal");
        byte[] bytes = Files.readAllBytes(journal);
        bytes[bytes.length / 2] ^= 1;
        Files.write(journal, bytes);
    }
}

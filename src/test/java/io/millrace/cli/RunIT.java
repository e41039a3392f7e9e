package io.millrace.cli;

import static io.millrace.testkit.KafkaFixture.kafka;
import static io.millrace.testkit.KafkaFixture.uniqueName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.testkit.ConfigFile;
import io.millrace.testkit.EngineProcess;
import io.millrace.testkit.PrintedRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code run} command as a user runs it: the shipped jar, a real process, a real broker. */
class RunIT {
    private static final int PARTITIONS = 8;
    private static final int RECORDS = 200_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static String topic;

    @TempDir
    Path folder;

    private String group;
    private Path printed;

    @BeforeAll
    static void load() {
        topic = kafka().createTopic(uniqueName("run"), PARTITIONS);
        kafka().produce(topic, RECORDS, i -> "k" + i % 997, i -> "v" + i);
    }

    private String config(String... lines) {
        if (group == null) {
            group = uniqueName("group");
            printed = folder.resolve("printed.txt");
        }
        return ConfigFile.write(folder, topic, group, lines);
    }

    private void assertCommittedIsEnd() {
        assertThat(kafka().committed(group)).isEqualTo(kafka().endOffsets(topic));
    }

    private void awaitPrinted(long lines) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(() -> PrintedRecords.lines(printed) >= lines);
    }

    private EngineProcess completed(String config) {
        EngineProcess run = EngineProcess.start(folder, "run", "--until-end", "-c", config);
        assertThat(run.await()).as(run.standardError()).isZero();
        return run;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 9})
    void handlesEachRecordOnceWhateverTheNumberOfWorkers(int workers) {
        EngineProcess run = completed(config("workers.count = " + workers));

        JsonNode summary = run.summary();
        assertThat(summary.get("handled").asLong()).isEqualTo(RECORDS);
        assertThat(summary.get("stopped").asText()).isEqualTo("end");
        assertThat(summary.get("workers")).hasSize(workers);
        assertThat(summary.get("partitions")).hasSize(PARTITIONS).allSatisfy(partition -> {
            assertThat(partition.get("lag").asLong()).isZero();
            assertThat(partition.get("committed")).isEqualTo(partition.get("end"));
        });
        assertCommittedIsEnd();
        if (workers > PARTITIONS) {
            assertThat(run.standardError()).contains("is idle: the other 8 own all 8 partitions");
        }
    }

    @Test
    void givesEveryRecordToEachOfTwoGroups() {
        List<EngineProcess> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            String config = ConfigFile.write(folder, topic, uniqueName("group"), "workers.count = 2");
            runs.add(EngineProcess.start(folder, "run", "--until-end", "-c", config));
        }

        for (EngineProcess run : runs) {
            assertThat(run.await()).as(run.standardError()).isZero();
            assertThat(run.summary().get("handled").asLong()).isEqualTo(RECORDS);
        }
    }

    @Test
    void handlesAndCommitsExactlyAsManyRecordsAsAsked() {
        String config = config("workers.count = 3");

        for (int round = 1; round <= 2; round++) {
            EngineProcess run = EngineProcess.start(folder, "run", "--max-records", "12345", "-c", config);
            assertThat(run.await()).as(run.standardError()).isZero();
            assertThat(run.summary().get("stopped").asText()).isEqualTo("max-records");
            assertThat(run.summary().get("handled").asLong()).isEqualTo(12_345);
            assertThat(kafka().committed(group).values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(12_345L * round);
        }
    }

    @Test
    void endsAfterTheGivenTime() {
        EngineProcess run = EngineProcess.start(folder, "run", "--for", "1500ms", "-c", config());

        assertThat(run.await()).as(run.standardError()).isZero();
        assertThat(run.summary().get("stopped").asText()).isEqualTo("time");
    }

    @ParameterizedTest
    @CsvSource({"classic, async", "classic, sync", "consumer, async", "consumer, sync"})
    void drainsOnSigtermAndLosesAndRepeatsNothing(String protocol, String how) {
        String config = config(
                "kafka.group.protocol = " + protocol,
                "delivery.commit.how = " + how,
                "workers.count = 2",
                PrintedRecords.handler(folder.resolve("printed.txt")));
        EngineProcess run = EngineProcess.start(folder, "run", "-c", config);
        awaitPrinted(RECORDS / 4);
        run.terminate();
        long asked = System.nanoTime();

        assertThat(run.await()).as(run.standardError()).isEqualTo(143);
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(5));
        JsonNode summary = run.summary();
        assertThat(summary.get("stopped").asText()).isEqualTo("signal");
        assertThat(summary.get("partitions"))
                .allSatisfy(partition -> assertThat(partition.get("committed")).isEqualTo(partition.get("position")));
        long committed = kafka().committed(group).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(summary.get("handled").asLong()).isEqualTo(committed).isEqualTo(PrintedRecords.lines(printed));

        completed(config);
        PrintedRecords records = PrintedRecords.read(printed);
        assertThat(records.distinct()).isEqualTo(RECORDS);
        assertThat(records.repeated()).as("repeated: " + records.someRepeated()).isZero();
        assertCommittedIsEnd();
    }

    @ParameterizedTest
    @CsvSource({"classic, 100000", "consumer, 1000"})
    void losesNothingOnSigkillAndRepeatsNoMoreThanExplained(String protocol, int bound) {
        String config = config(
                "kafka.group.protocol = " + protocol,
                "delivery.commit.max-unacknowledged = " + bound,
                "workers.count = 1",
                PrintedRecords.handler(folder.resolve("printed.txt")));
        EngineProcess explained = EngineProcess.start(folder, "explain", "-c", config);
        assertThat(explained.await()).isZero();
        assertThat(explained.standardOutput()).contains("repeated at most: " + bound);
        EngineProcess run = EngineProcess.start(folder, "run", "-c", config);
        awaitPrinted(RECORDS / 4);
        run.kill();
        run.await();

        completed(config);
        PrintedRecords records = PrintedRecords.read(printed);
        assertThat(records.distinct()).isEqualTo(RECORDS);
        assertThat(records.repeated()).isLessThanOrEqualTo(bound);
        assertCommittedIsEnd();
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void repeatsNothingWhileAMemberComesAndGoes(String protocol) {
        String config = config(
                "kafka.group.protocol = " + protocol,
                "kafka.consumer { max.poll.records = 20 }",
                "source.poll-timeout = 100ms",
                "workers.count = 2",
                PrintedRecords.handler(folder.resolve("printed.txt")));
        EngineProcess first = EngineProcess.start(folder, "run", "-c", config);
        EngineProcess second = EngineProcess.start(folder, "run", "-c", config);
        for (int round = 0; round < 2; round++) {
            EngineProcess third = EngineProcess.start(folder, "run", "-c", config);
            await().atMost(PATIENCE).until(() -> third.standardError().contains("assigned"));
            third.terminate();
            assertThat(third.await()).as(third.standardError()).isEqualTo(143);
        }
        completed(config);
        first.terminate();
        second.terminate();
        assertThat(first.await()).as(first.standardError()).isEqualTo(143);
        assertThat(second.await()).as(second.standardError()).isEqualTo(143);

        PrintedRecords records = PrintedRecords.read(printed);
        assertThat(records.distinct()).isEqualTo(RECORDS);
        assertThat(records.repeated()).as("repeated: " + records.someRepeated()).isZero();
        assertCommittedIsEnd();
    }

    @ParameterizedTest
    @CsvSource({"bad, cannot do bad", "error, an Error is no success", "memory, made by the test"})
    void stopsBeforeARecordThatFails(String value, String message) {
        String one = kafka().createTopic(1);
        TopicPartition partition = new TopicPartition(one, 0);
        kafka().produceTo(partition, 1000, i -> null, i -> i == 700 ? value : "good");
        String mine = uniqueName("group");
        String config = ConfigFile.write(folder, one, mine, "handler.type = io.millrace.cli.FailingHandler");
        EngineProcess run = EngineProcess.startWithTestClasses(folder, "run", "-c", config);

        assertThat(run.await()).as(run.standardError()).isEqualTo(ExitCodes.FAILED);
        assertThat(run.standardError()).contains(message);
        assertThat(run.summary().get("stopped").asText()).isEqualTo("failure");
        if (value.equals("memory")) {
            assertThat(kafka().committed(mine).getOrDefault(partition, 0L)).isLessThanOrEqualTo(700L);
        } else {
            assertThat(run.standardError()).contains(one + "-0@700");
            assertThat(kafka().committed(mine)).isEqualTo(Map.of(partition, 700L));
            assertThat(run.summary().get("failed").asLong()).isEqualTo(1);
        }
    }

    @Test
    void stopsBeforeARecordThatCannotBeDecoded() {
        String one = kafka().createTopic(1);
        TopicPartition partition = new TopicPartition(one, 0);
        kafka().produceTo(partition, 10, i -> null, i -> i == 4 ? "longer" : "four");
        String mine = uniqueName("group");
        String config = ConfigFile.write(folder, one, mine, "source.value = int");
        EngineProcess run = EngineProcess.start(folder, "run", "--until-end", "-c", config);

        assertThat(run.await()).isEqualTo(ExitCodes.FAILED);
        assertThat(run.standardError()).contains(one + "-0@4").contains("cannot be decoded");
        assertThat(run.summary().get("undecodable").asLong()).isEqualTo(1);
        assertThat(kafka().committed(mine)).isEqualTo(Map.of(partition, 4L));
    }

    @Test
    void namesTheRecordThatIsStillInHandWhenTheTimeToStopIsOver() {
        EngineProcess run = startStuck("shutdown { drain = 1s, close = 500ms }");
        run.terminate();

        assertThat(run.await()).as(run.standardError()).isEqualTo(ExitCodes.NOT_DRAINED);
        assertStuckRecordIsNamed(run);
    }

    @Test
    void stopsAtOnceAtASecondSignal() {
        EngineProcess run = startStuck("shutdown { drain = 60s, close = 5s }");
        run.terminate();
        await().atMost(PATIENCE).until(() -> {
            run.terminate();
            return !run.isAlive();
        });

        assertThat(run.await()).isEqualTo(ExitCodes.NOT_DRAINED);
        assertStuckRecordIsNamed(run);
    }

    private EngineProcess startStuck(String shutdown) {
        String one = kafka().createTopic(1);
        group = uniqueName("group");
        kafka().produceTo(new TopicPartition(one, 0), 10, i -> null, i -> i == 4 ? "stuck" : "fine");
        String config = ConfigFile.write(folder, one, group, "handler.type = io.millrace.cli.StuckHandler", shutdown);
        EngineProcess run = EngineProcess.startWithTestClasses(folder, "run", "-c", config);
        await().atMost(PATIENCE).until(() -> run.standardError().contains("STUCK"));
        return run;
    }

    private void assertStuckRecordIsNamed(EngineProcess run) {
        JsonNode abandoned = run.summary().get("abandoned");
        assertThat(abandoned).hasSize(1);
        assertThat(abandoned.get(0).get("offset").asLong()).isEqualTo(4);
        assertThat(kafka().committed(group).values()).allMatch(offset -> offset <= 4);
    }
}

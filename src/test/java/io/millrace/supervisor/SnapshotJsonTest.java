package io.millrace.supervisor;

import static io.millrace.supervisor.Snapshots.partition;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.metrics.WorkerCounts;
import io.millrace.offsets.PartitionRange;
import io.millrace.worker.WorkerSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The summary is a contract with scripts: names, order and nulls. */
class SnapshotJsonTest {
    private static EngineReport report(PartitionStatus partition, double activeSeconds, Object result) {
        WorkerSnapshot worker = Snapshots.worker(0, List.of());
        return new EngineReport(
                new EngineSnapshot(
                        "country-counter",
                        "CountryCounter",
                        EngineState.STOPPED,
                        Instant.parse("2026-11-30T12:00:00.123Z"),
                        13.1004,
                        activeSeconds,
                        new WorkerCounts(1000, 51200, 900, 2, 1, 120, 3, 4, 5, 6),
                        List.of(worker),
                        List.of(partition),
                        List.of(new Abandoned(partition(7), 99, 0, 1.5)),
                        List.of(new PartitionRange(partition(3), 10, 50)),
                        List.of(new PartitionRange(partition(4), 7, 9)),
                        Optional.empty(),
                        result),
                StopReason.END,
                true,
                List.of());
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void theFieldsStandInTheirOrder() {
        ObjectNode json = SnapshotJson.summary(
                report(new PartitionStatus(partition(0), 0, 0L, 5L, 5L, 6L), 2, Map.of("counts", Map.of("DE", 4))), 0);
        assertThat(names(json))
                .containsExactly(
                        "name",
                        "group",
                        "stopped",
                        "exitCode",
                        "startedAt",
                        "seconds",
                        "activeSeconds",
                        "records",
                        "bytes",
                        "recordsPerSecond",
                        "handled",
                        "filtered",
                        "failed",
                        "retried",
                        "skipped",
                        "deadLettered",
                        "undecodable",
                        "commits",
                        "rebalances",
                        "workers",
                        "partitions",
                        "abandoned",
                        "lost",
                        "gaps",
                        "result");
        assertThat(names(json.get("commits"))).containsExactly("ok", "failed");
        assertThat(names(json.get("rebalances"))).containsExactly("assigned", "revoked", "lost");
        assertThat(names(json.get("workers").get(0))).containsExactly("worker", "state", "records", "restarts");
        assertThat(names(json.get("partitions").get(0)))
                .containsExactly("topic", "partition", "first", "position", "committed", "end", "lag");
        assertThat(names(json.get("abandoned").get(0)))
                .containsExactly("topic", "partition", "offset", "worker", "runningSeconds");
        assertThat(names(json.get("gaps").get(0))).containsExactly("topic", "partition", "from", "to");
    }

    @Test
    void theValuesStandUnderTheirNames() {
        String json = SnapshotJson.summary(
                        report(new PartitionStatus(partition(0), 0, 0L, 5L, 4L, 6L), 2, Map.of("n", 4)), 1)
                .toString();
        String expected = """
            {'name':'country-counter','group':'CountryCounter','stopped':'end','exitCode':1,
            'startedAt':'2026-11-30T12:00:00.123Z','seconds':13.1,'activeSeconds':2.0,
            'records':1000,'bytes':51200,'recordsPerSecond':450.0,
            'handled':900,'filtered':0,'failed':2,'retried':0,'skipped':0,'deadLettered':0,'undecodable':1,
            'commits':{'ok':120,'failed':3},'rebalances':{'assigned':4,'revoked':5,'lost':6},
            'workers':[{'worker':0,'state':'RUNNING','records':1,'restarts':0}],
            'partitions':[{'topic':'t','partition':0,'first':0,'position':5,'committed':4,'end':6,'lag':2}],
            'abandoned':[{'topic':'t','partition':7,'offset':99,'worker':0,'runningSeconds':1.5}],
            'lost':[{'topic':'t','partition':4,'from':7,'to':9}],'gaps':[{'topic':'t','partition':3,'from':10,'to':50}],
            'result':{'n':4}}
            """;
        assertThat(json).isEqualTo(expected.replace('\'', '"').replace("\n", ""));
    }

    @Test
    void whatIsNotKnownIsNullAndNeverANumber() {
        JsonNode partition = SnapshotJson.summary(
                        report(new PartitionStatus(partition(0), null, null, null, null, null), 0, null), 0)
                .get("partitions")
                .get(0);
        for (String name : List.of("first", "position", "committed", "end", "lag")) {
            assertThat(partition.get(name).isNull()).as(name).isTrue();
        }
    }

    @Test
    void noResultIsNullAndNoTimeIsNoRate() {
        ObjectNode json =
                SnapshotJson.summary(report(new PartitionStatus(partition(0), 0, 0L, 5L, 4L, 6L), 0, null), 0);
        assertThat(json.get("result").isNull()).isTrue();
        assertThat(json.get("recordsPerSecond").asDouble()).isZero();
    }

    @Test
    void aLagIsNeverNegative() {
        assertThat(new PartitionStatus(partition(0), 0, 0L, 5L, 9L, 6L).lag()).isZero();
    }

    @Test
    void theLagOfAllIsTheSumOfThoseThatAreKnown() {
        EngineSnapshot snapshot = report(new PartitionStatus(partition(0), 0, 0L, 5L, 2L, 6L), 0, null)
                .last();
        assertThat(snapshot.lag()).isEqualTo(4);
        assertThat(report(new PartitionStatus(partition(0), 0, 0L, 5L, null, 6L), 0, null)
                        .last()
                        .lag())
                .isNull();
    }

    @Test
    void reasonsAreWrittenAsTheSummaryTellsThem() {
        assertThat(StopReason.values())
                .extracting(StopReason::text)
                .containsExactly("end", "max-records", "time", "signal", "admin", "failure");
    }
}

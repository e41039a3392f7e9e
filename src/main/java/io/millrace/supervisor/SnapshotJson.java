package io.millrace.supervisor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.metrics.WorkerCounts;
import io.millrace.offsets.PartitionRange;
import io.millrace.worker.WorkerSnapshot;
import java.util.List;

/** Writes the engine as the JSON of the summary. What is not known is null, never a number. Stateless; any thread. */
public final class SnapshotJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SnapshotJson() {}

    /** The summary of a run that has ended. */
    public static ObjectNode summary(EngineReport report, int exitCode) {
        EngineSnapshot last = report.last();
        ObjectNode json = NODES.objectNode();
        json.put("name", last.name());
        json.put("group", last.group());
        json.put("stopped", report.stopped().text());
        json.put("exitCode", exitCode);
        json.put("startedAt", last.startedAt().toString());
        json.put("seconds", rounded(last.seconds()));
        json.put("activeSeconds", rounded(last.activeSeconds()));
        putCounts(json, last);
        json.set("workers", workers(last));
        json.set("partitions", partitions(last));
        json.set("abandoned", abandoned(last));
        json.set("lost", ranges(last.lost()));
        json.set("gaps", ranges(last.gaps()));
        json.set("result", MAPPER.valueToTree(last.result()));
        return json;
    }

    private static void putCounts(ObjectNode json, EngineSnapshot last) {
        WorkerCounts counts = last.counts();
        json.put("records", counts.records());
        json.put("bytes", counts.bytes());
        json.put("recordsPerSecond", rounded(last.activeSeconds() > 0 ? counts.handled() / last.activeSeconds() : 0));
        json.put("handled", counts.handled());
        json.put("filtered", 0);
        json.put("failed", counts.failed());
        json.put("retried", 0);
        json.put("skipped", 0);
        json.put("deadLettered", 0);
        json.put("undecodable", counts.undecodable());
        json.set("commits", NODES.objectNode().put("ok", counts.commits()).put("failed", counts.commitFailures()));
        json.set(
                "rebalances",
                NODES.objectNode()
                        .put("assigned", counts.assigned())
                        .put("revoked", counts.revoked())
                        .put("lost", counts.lost()));
    }

    private static ArrayNode workers(EngineSnapshot last) {
        ArrayNode all = NODES.arrayNode();
        for (WorkerSnapshot worker : last.workers()) {
            all.add(NODES.objectNode()
                    .put("worker", worker.worker())
                    .put("state", worker.state().name())
                    .put("records", worker.counts().records())
                    .put("restarts", 0));
        }
        return all;
    }

    private static ArrayNode partitions(EngineSnapshot last) {
        ArrayNode all = NODES.arrayNode();
        for (PartitionStatus status : last.partitions()) {
            all.add(NODES.objectNode()
                    .put("topic", status.partition().topic())
                    .put("partition", status.partition().partition())
                    .put("first", status.first())
                    .put("position", status.position())
                    .put("committed", status.committed())
                    .put("end", status.end())
                    .put("lag", status.lag()));
        }
        return all;
    }

    private static ArrayNode abandoned(EngineSnapshot last) {
        ArrayNode all = NODES.arrayNode();
        for (Abandoned record : last.abandoned()) {
            all.add(NODES.objectNode()
                    .put("topic", record.partition().topic())
                    .put("partition", record.partition().partition())
                    .put("offset", record.offset())
                    .put("worker", record.worker())
                    .put("runningSeconds", rounded(record.runningSeconds())));
        }
        return all;
    }

    private static ArrayNode ranges(List<PartitionRange> ranges) {
        ArrayNode all = NODES.arrayNode();
        ranges.forEach(range -> all.add(NODES.objectNode()
                .put("topic", range.partition().topic())
                .put("partition", range.partition().partition())
                .put("from", range.from())
                .put("to", range.to())));
        return all;
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}

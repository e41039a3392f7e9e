package io.millrace.supervisor;

import io.millrace.api.StopReport;
import org.apache.kafka.common.TopicPartition;

/** Tells an application what the command line tells in its summary. Stateless; any thread. */
public final class StopReports {
    private StopReports() {}

    public static StopReport of(EngineReport report) {
        return new StopReport(
                report.drained() && report.failures().isEmpty(),
                report.last().partitions().stream()
                        .map(status -> new StopReport.Partition(
                                status.partition(),
                                status.position(),
                                status.committed(),
                                abandoned(report, status.partition())))
                        .toList(),
                report.failures().stream().map(EngineFailure::message).toList());
    }

    private static Long abandoned(EngineReport report, TopicPartition partition) {
        return report.last().abandoned().stream()
                .filter(record -> record.partition().equals(partition))
                .map(Abandoned::offset)
                .findFirst()
                .orElse(null);
    }
}

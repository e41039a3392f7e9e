package io.millrace.testkit.ledger;

import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.TopicPartition;

/**
 * One finding. Immutable.
 *
 * @param partition null where it is not about one
 * @param from the first offset, -1 where it is not about offsets
 * @param to the offset after the last one
 * @param records how many records it is about
 * @param spans the ownerships that took part: process, worker and epoch
 * @param text what explains it, or fails to
 */
public record Verdict(
        VerdictKind kind,
        Severity severity,
        TopicPartition partition,
        long from,
        long to,
        long records,
        List<String> spans,
        String text) {

    public Verdict {
        spans = List.copyOf(spans);
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder();
        line.append(kind).append(' ').append(severity.name().toLowerCase(Locale.ROOT));
        line.append(' ').append(kind.title());
        if (partition != null) {
            line.append(", ").append(partition);
        }
        if (from >= 0) {
            line.append(" [").append(from).append(',').append(to).append(')');
        }
        if (records > 0) {
            line.append(", ").append(records).append(records == 1 ? " record" : " records");
        }
        if (!spans.isEmpty()) {
            line.append(", ").append(String.join(" then ", spans));
        }
        return line.append(": ").append(text).toString();
    }
}

package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.OffsetSet;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells what a topic's log holds, when all producers have ended: every offset that a reader without a group is given at
 * either isolation level. Given at {@code read_uncommitted} alone: it was aborted. Given at neither: it is the end of a
 * transaction, or was compacted away, which this reader cannot tell apart; where a log is compacted or cut, a {@link
 * LogTail} must have watched it. Stateless; any thread.
 */
public final class LogReader {
    private LogReader() {}

    /** @param readCommitted how the engine reads */
    public static LogWitness read(String bootstrap, String topic, boolean readCommitted) {
        try (PlainReader raw = new PlainReader(bootstrap, false);
                PlainReader stable = new PlainReader(bootstrap, true)) {
            Map<TopicPartition, PlainReader.Span> all = raw.spans(topic);
            // Asked for afterwards, so it may lie behind the other end.
            Map<TopicPartition, PlainReader.Span> committed = stable.spans(topic);
            Map<TopicPartition, OffsetSet> given = offsets(raw, all);
            Map<TopicPartition, OffsetSet> stableGiven =
                    isPlain(all, committed, given) ? given : offsets(stable, committed);
            LogWitness witness = new LogWitness(readCommitted);
            all.forEach((partition, span) -> {
                long stableEnd = Math.min(span.end(), committed.get(partition).end());
                long end = readCommitted ? stableEnd : span.end();
                fill(
                        witness.partition(partition, span.begin(), end),
                        given.get(partition),
                        stableGiven.get(partition),
                        stableEnd);
            });
            return witness;
        }
    }

    private static Map<TopicPartition, OffsetSet> offsets(
            PlainReader reader, Map<TopicPartition, PlainReader.Span> spans) {
        Map<TopicPartition, OffsetSet> offsets = new TreeMap<>(PlainReader.ORDER);
        spans.keySet().forEach(partition -> offsets.put(partition, new OffsetSet()));
        reader.read(spans, (partition, record) -> offsets.get(partition).add(record.offset()));
        return offsets;
    }

    /** No hole and nothing open: there never was a transaction, so both isolation levels see the same. */
    private static boolean isPlain(
            Map<TopicPartition, PlainReader.Span> all,
            Map<TopicPartition, PlainReader.Span> committed,
            Map<TopicPartition, OffsetSet> given) {
        return all.entrySet().stream().allMatch(entry -> {
            PlainReader.Span span = entry.getValue();
            return committed.get(entry.getKey()).end() >= span.end()
                    && given.get(entry.getKey()).size() == span.end() - span.begin();
        });
    }

    private static void fill(LogWitness.Partition log, OffsetSet given, OffsetSet stable, long stableEnd) {
        given.forEachRange(log.start(), log.end(), (from, to) -> log.add(LogWitness.Content.VISIBLE, from, to));
        given.forEachMissing(
                stable, null, log.start(), stableEnd, (from, to) -> log.add(LogWitness.Content.ABORTED, from, to));
        OffsetSet whole = new OffsetSet();
        whole.add(log.start(), log.end());
        whole.forEachMissing(
                given, null, log.start(), log.end(), (from, to) -> log.add(LogWitness.Content.MARKER, from, to));
    }
}

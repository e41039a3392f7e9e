package io.millrace.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Judges each commit when it is sent, and each record when it is handled, by what the mode allows. Usually whatever
 * lies below a commit, from the first record polled on, must be handled and flushed. At most once it is the other way
 * round: a record must be committed before it is handled, and is never handled twice.
 */
final class CommitCheck {
    private final ScriptedGroup group;
    private final RecordingHandler handler;
    private final Consumer<String> violated;
    /** Of each partition, up to where commits were found right; it begins with the first record polled. */
    private final Map<TopicPartition, Long> checked = new HashMap<>();

    private final Set<String> handled = new HashSet<>();
    private boolean isAhead;

    CommitCheck(ScriptedGroup group, RecordingHandler handler, Consumer<String> violated) {
        this.group = group;
        this.handler = handler;
        this.violated = violated;
    }

    /** From now on records are committed before they are handled. */
    void ahead() {
        isAhead = true;
    }

    void fetched(ConsumerRecord<byte[], byte[]> first) {
        checked.putIfAbsent(partitionOf(first), first.offset());
    }

    void sent(ScriptedCommits.Sent commit) {
        if (!isAhead) {
            commit.offsets().forEach((partition, offset) -> check(partition, offset.offset()));
        }
    }

    private void check(TopicPartition partition, long offset) {
        Long from = checked.get(partition);
        if (from == null || from >= offset) {
            return;
        }
        for (long below : group.offsets(partition, from, offset)) {
            if (!handler.isFlushed(partition, below)) {
                violated.accept("commit of " + partition + "@" + offset + " although " + below + " is not flushed");
            }
        }
        checked.put(partition, offset);
    }

    void handled(ConsumerRecord<byte[], byte[]> record) {
        if (!isAhead) {
            return;
        }
        String name = partitionOf(record) + "@" + record.offset();
        Long committed = group.committed(record.partition());
        if (committed == null || committed <= record.offset()) {
            violated.accept(name + " is handled, but " + committed + " is committed");
        }
        if (!handled.add(name)) {
            violated.accept(name + " is handled twice");
        }
    }

    /** The records below what is committed, from the first one polled on, that were not handled and flushed. */
    List<String> committedAndNotDone() {
        List<String> missing = new ArrayList<>();
        for (TopicPartition partition : group.partitions()) {
            Long from = checked.get(partition);
            Long to = group.committed(partition.partition());
            if (from != null && to != null && from < to) {
                group.offsets(partition, from, to).stream()
                        .filter(offset -> !handler.isFlushed(partition, offset))
                        .forEach(offset -> missing.add(partition.partition() + "@" + offset));
            }
        }
        return missing;
    }

    private static TopicPartition partitionOf(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}

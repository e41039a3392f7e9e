package io.millrace.supervisor;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * The one place that asks the broker for ends and committed offsets, in the background, so that looking at the engine
 * costs no request. The supervisor's thread asks; any thread may read the last answers.
 */
final class LagWatch {
    private final Admin admin;
    private final String group;
    private final Collection<TopicPartition> partitions;
    private final ListOffsetsOptions endOptions;
    private volatile Map<TopicPartition, Long> ends = Map.of();
    private volatile Map<TopicPartition, Long> committed = Map.of();
    private KafkaFuture<?> pending;

    /** @param readCommitted whether the end is where the last decided transaction ends, and not where the log does */
    LagWatch(Admin admin, String group, Collection<TopicPartition> partitions, boolean readCommitted) {
        this.admin = admin;
        this.group = group;
        this.partitions = partitions;
        this.endOptions =
                new ListOffsetsOptions(readCommitted ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED);
    }

    /** The end offsets as last heard; a partition of which nothing was heard is not in it. */
    Map<TopicPartition, Long> ends() {
        return ends;
    }

    /** The group's committed offsets as last heard; a partition without one is not in it. */
    Map<TopicPartition, Long> committed() {
        return committed;
    }

    /** Asks again, unless an earlier question is still open. */
    void refresh() {
        if (pending == null || pending.isDone()) {
            pending = KafkaFuture.allOf(askEnds(), askCommitted());
        }
    }

    /** Asks and waits for the answers; what does not come in time stays as it was. */
    boolean refreshNow(Duration timeout) throws InterruptedException {
        try {
            KafkaFuture.allOf(askEnds(), askCommitted()).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /** The begin offsets. */
    Map<TopicPartition, Long> begins(Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        return listOffsets(OffsetSpec.earliest()).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private KafkaFuture<?> askEnds() {
        return listOffsets(OffsetSpec.latest()).thenApply(answer -> ends = answer);
    }

    private KafkaFuture<Map<TopicPartition, Long>> listOffsets(OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        partitions.forEach(partition -> question.put(partition, spec));
        return admin.listOffsets(question, endOptions).all().thenApply(answer -> mapped(answer, info -> info.offset()));
    }

    private KafkaFuture<?> askCommitted() {
        return admin.listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions())
                .partitionsToOffsetAndMetadata()
                .thenApply(answer -> committed = mapped(answer, OffsetAndMetadata::offset));
    }

    private static <T> Map<TopicPartition, Long> mapped(Map<TopicPartition, T> answer, Function<T, Long> offset) {
        Map<TopicPartition, Long> mapped = new HashMap<>();
        answer.forEach((partition, value) -> {
            if (value != null) {
                mapped.put(partition, offset.apply(value));
            }
        });
        return Map.copyOf(mapped);
    }
}

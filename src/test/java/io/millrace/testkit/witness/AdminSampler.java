package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.CommitHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks for a group's committed offsets twenty times a second, as a check of the commit history, and keeps what has
 * changed. No answer is no sample. It asks on a thread of its own; this object is for one thread at a time.
 */
public final class AdminSampler implements AutoCloseable {
    private static final long INTERVAL_MS = 50;
    private static final int TIMEOUT_MS = 1000;
    private static final long STOP_SECONDS = 10;

    private final Admin admin;
    private final String group;
    private final String topicPrefix;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "ledger-admin-sampler");
        made.setDaemon(true);
        return made;
    });
    /** Written by the sampler's thread until it has ended. */
    private final List<CommitHistory.Sample> samples = new ArrayList<>();

    private final Map<TopicPartition, Long> last = new HashMap<>();

    private AdminSampler(Admin admin, String group, String topicPrefix) {
        this.admin = admin;
        this.group = group;
        this.topicPrefix = topicPrefix;
    }

    /** @param topicPrefix offsets of topics that begin so are kept */
    public static AdminSampler start(String bootstrap, String group, String topicPrefix) {
        AdminSampler sampler = new AdminSampler(
                Admin.create(Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                        AdminClientConfig.CLIENT_ID_CONFIG, "ledger-admin-sampler",
                        AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "200")),
                group,
                topicPrefix);
        sampler.thread.scheduleWithFixedDelay(sampler::sample, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
        return sampler;
    }

    private void sample() {
        try {
            admin.listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions().timeoutMs(TIMEOUT_MS))
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach(this::take);
        } catch (ExecutionException e) {
            // The broker is away, or there is no such group yet: the next question may be answered.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(TopicPartition partition, OffsetAndMetadata offset) {
        if (offset == null || !partition.topic().startsWith(topicPrefix)) {
            return;
        }
        Long before = last.put(partition, offset.offset());
        if (before == null || before != offset.offset()) {
            samples.add(new CommitHistory.Sample(System.nanoTime(), partition, offset.offset()));
        }
    }

    /** Ends the sampling: to be called before the history is read, which then must hold all that was seen. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the sampler does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the sampler ended", e);
        }
        admin.close(Duration.ZERO);
    }

    /** Adds what was seen until the close. */
    public void into(CommitHistory history) {
        if (!thread.isTerminated()) {
            throw new IllegalStateException("close the sampler first");
        }
        samples.forEach(sample -> history.sample(sample.time(), sample.partition(), sample.offset()));
    }
}

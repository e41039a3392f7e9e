package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.JournalEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Journals what the client tells the engine's listener: what comes before the engine hears of it, with what the group
 * had committed; what is given up when the engine's last commit of it is over; what is lost before the engine can do
 * anything about it. The worker's own thread, inside the client's callbacks.
 */
final class JournalingListener implements ConsumerRebalanceListener {
    private static final Duration QUESTION = Duration.ofSeconds(3);

    private final Consumer<byte[], byte[]> client;
    private final WorkerJournal journal;
    private final ConsumerRebalanceListener engine;

    JournalingListener(Consumer<byte[], byte[]> client, WorkerJournal journal, ConsumerRebalanceListener engine) {
        this.client = client;
        this.journal = journal;
        this.engine = engine;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> committed = partitions.isEmpty() ? Map.of() : committed(partitions);
        for (TopicPartition partition : partitions) {
            long epoch = journal.assigned(partition);
            journal.write(new JournalEvent.Assigned(
                    System.nanoTime(), epoch, partition, offset(committed, partition), JournalEvent.UNKNOWN));
        }
        engine.onPartitionsAssigned(partitions);
    }

    /** Null: there was no answer. */
    private Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions) {
        try {
            return client.committed(Set.copyOf(partitions), QUESTION);
        } catch (WakeupException e) {
            // It was meant for the engine: the poll shall end by it.
            client.wakeup();
            return null;
        } catch (KafkaException e) {
            return null;
        }
    }

    private static long offset(Map<TopicPartition, OffsetAndMetadata> committed, TopicPartition partition) {
        if (committed == null) {
            return JournalEvent.UNKNOWN;
        }
        OffsetAndMetadata offset = committed.get(partition);
        return offset == null ? JournalEvent.NONE : offset.offset();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        try {
            engine.onPartitionsRevoked(partitions);
        } finally {
            journal.each(partitions, JournalEvent.Revoked::new);
            journal.released(partitions);
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        journal.each(partitions, JournalEvent.Lost::new);
        journal.released(partitions);
        engine.onPartitionsLost(partitions);
    }
}

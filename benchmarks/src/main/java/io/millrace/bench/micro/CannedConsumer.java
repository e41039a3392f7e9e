package io.millrace.bench.micro;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;

/** A consumer without a broker: each poll has records at once, each commit is answered at the next poll. One thread. */
final class CannedConsumer extends MockConsumer<byte[], byte[]> {
    private final CannedPoll canned;
    private final int polls;
    private final Runnable end;
    private ConsumerRebalanceListener listener;
    private Runnable answer;
    private int polled;

    /** @param end called when so many polls were answered; later ones are empty */
    CannedConsumer(CannedPoll canned, int polls, Runnable end) {
        super("none");
        this.canned = canned;
        this.polls = polls;
        this.end = end;
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener told) {
        listener = told;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        if (listener != null) {
            ConsumerRebalanceListener told = listener;
            listener = null;
            told.onPartitionsAssigned(canned.partitions());
        }
        answer();
        if (polled == polls) {
            end.run();
            return ConsumerRecords.empty();
        }
        polled++;
        return canned.next();
    }

    private void answer() {
        if (answer != null) {
            Runnable now = answer;
            answer = null;
            now.run();
        }
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        answer = () -> callback.onComplete(offsets, null);
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        answer();
    }

    @Override
    public Set<TopicPartition> assignment() {
        return Set.copyOf(canned.partitions());
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {}

    @Override
    public void resume(Collection<TopicPartition> partitions) {}

    @Override
    public void wakeup() {}

    @Override
    public void close(CloseOptions options) {}
}

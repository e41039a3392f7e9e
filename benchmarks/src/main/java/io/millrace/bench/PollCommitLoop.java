package io.millrace.bench;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** As {@link NoopLoop}, and commits synchronously after each poll that had records. */
final class PollCommitLoop extends NoopLoop {
    @Override
    public int handle(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
        int handled = super.handle(consumer, records);
        if (handled > 0) {
            consumer.commitSync(records.nextOffsets(), COMMIT_TIMEOUT);
        }
        return handled;
    }
}

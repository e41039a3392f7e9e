package io.millrace.bench;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** Looks at the length of each value, as {@link NoopHandler} does. */
class NoopLoop implements BareLoop<byte[]> {
    /** Of one commit, in the loops that commit. */
    static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(5);

    long bytes;

    @Override
    public Class<? extends Deserializer<byte[]>> deserializer() {
        return ByteArrayDeserializer.class;
    }

    @Override
    public int handle(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
        int handled = 0;
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> list = records.records(partition);
            int size = list.size();
            for (int index = 0; index < size; index++) {
                bytes += list.get(index).value().length;
            }
            handled += size;
        }
        return handled;
    }

    @Override
    public Object expected() {
        return null;
    }

    @Override
    public Object result() {
        return null;
    }
}

package io.millrace.bench.micro;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** The count as it would be written by hand, without an engine. For one thread. */
final class BareCount {
    private static final class Counter {
        private long count;
    }

    private final Map<String, Counter> counts = new HashMap<>();

    void handle(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> list = records.records(partition);
            int size = list.size();
            for (int index = 0; index < size; index++) {
                String value = text(list.get(index).value());
                Counter counter = counts.get(value);
                if (counter == null) {
                    counter = new Counter();
                    counts.put(value, counter);
                }
                counter.count++;
            }
        }
    }

    static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}

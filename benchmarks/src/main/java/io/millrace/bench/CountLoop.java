package io.millrace.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Counts by value. One look-up a record and no boxing, lists by index: faster here than {@code merge} in a for-each
 * loop, which is what most would write.
 */
final class CountLoop implements BareLoop<String> {
    private static final class Counter {
        private long count;
    }

    private final Map<String, Counter> counts = new HashMap<>();
    private final Map<String, Long> expected;

    CountLoop(Map<String, Long> expected) {
        this.expected = expected;
    }

    @Override
    public Class<? extends Deserializer<String>> deserializer() {
        return StringDeserializer.class;
    }

    @Override
    public int handle(Consumer<String, String> consumer, ConsumerRecords<String, String> records) {
        int handled = 0;
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<String, String>> list = records.records(partition);
            int size = list.size();
            for (int index = 0; index < size; index++) {
                String value = list.get(index).value();
                Counter counter = counts.get(value);
                if (counter == null) {
                    counter = new Counter();
                    counts.put(value, counter);
                }
                counter.count++;
            }
            handled += size;
        }
        return handled;
    }

    @Override
    public Object expected() {
        return Map.of("counts", expected);
    }

    @Override
    public Object result() {
        Map<String, Long> result = new TreeMap<>();
        counts.forEach((name, counter) -> result.put(name, counter.count));
        return Map.of("counts", result);
    }
}

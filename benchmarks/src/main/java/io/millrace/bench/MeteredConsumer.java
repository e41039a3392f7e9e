package io.millrace.bench;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Kafka's own consumer with a meter at its polls: both sides use it. For one thread. */
final class MeteredConsumer<K, V> extends KafkaConsumer<K, V> {
    private final Meter meter;

    MeteredConsumer(Map<String, Object> settings, Meter meter) {
        super(settings);
        this.meter = meter;
    }

    @Override
    public ConsumerRecords<K, V> poll(Duration timeout) {
        meter.beforePoll();
        ConsumerRecords<K, V> records = super.poll(timeout);
        meter.afterPoll(records.count());
        return records;
    }
}

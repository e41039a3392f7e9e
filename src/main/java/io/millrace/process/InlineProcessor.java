package io.millrace.process;

import io.millrace.api.RecordHandler;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Handles each record on the worker's own thread, one after the other. This is the path of a record: it looks nothing
 * up, takes no lock, reads no clock and allocates nothing of its own.
 *
 * @param <K> the decoded key
 * @param <V> the decoded value
 */
public final class InlineProcessor<K, V> implements Processor {
    private final Decoder<K> keys;
    private final Decoder<V> values;
    private final RecordHandler<K, V> handler;
    private final FailurePolicy failures;
    private final Attention attention;

    public InlineProcessor(
            Decoder<K> keys,
            Decoder<V> values,
            RecordHandler<K, V> handler,
            FailurePolicy failures,
            Attention attention) {
        this.keys = keys;
        this.values = values;
        this.handler = handler;
        this.failures = failures;
        this.attention = attention;
    }

    @Override
    public void process(PartitionRun run) throws RecordFailure {
        List<ConsumerRecord<byte[], byte[]>> records = run.records();
        int begin = run.next();
        int end = run.chunkEnd();
        int index = begin;
        long bytes = 0;
        attention.begin(records, begin);
        try {
            while (index < end && !attention.isRaised()) {
                ConsumerRecord<byte[], byte[]> record = records.get(index);
                attention.inHand(index);
                handle(record);
                bytes += sizeOf(record.serializedKeySize()) + sizeOf(record.serializedValueSize());
                index++;
            }
        } finally {
            attention.begin(null, 0);
            finish(run, begin, index, bytes);
        }
    }

    private void handle(ConsumerRecord<byte[], byte[]> record) throws RecordFailure {
        try {
            K key = keys.decode(record.topic(), record.headers(), record.key());
            V value = values.decode(record.topic(), record.headers(), record.value());
            handler.handle(key, value, record);
        } catch (Throwable failure) {
            judge(record, failure);
        }
    }

    private void judge(ConsumerRecord<byte[], byte[]> record, Throwable failure) throws RecordFailure {
        // Out of memory and its kind say nothing about the record, and nothing that ran since can be trusted.
        if (failure instanceof VirtualMachineError error && !(failure instanceof StackOverflowError)) {
            throw error;
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        failures.judge(record, failure);
    }

    private static void finish(PartitionRun run, int begin, int index, long bytes) {
        run.moveTo(index, bytes);
        if (index > begin) {
            ConsumerRecord<byte[], byte[]> last = run.records().get(index - 1);
            run.state().finish(last.offset() + 1, last.leaderEpoch().orElse(-1), index - begin);
        }
    }

    private static int sizeOf(int serialized) {
        return Math.max(serialized, 0);
    }
}

package io.millrace.bench.micro;

import io.millrace.api.RecordHandler;
import io.millrace.decode.Formats;
import io.millrace.failure.StopPolicy;
import io.millrace.handler.CountHandler;
import io.millrace.offsets.PartitionState;
import io.millrace.process.Attention;
import io.millrace.process.Decoder;
import io.millrace.process.InlineProcessor;
import io.millrace.process.PartitionRun;
import io.millrace.process.RecordFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The engine's way of a record, per record, beside a bare loop over the same records: each {@code engine} method less
 * the {@code bare} one of the same end. No-op: decode and hand over; count: decode and count by value.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(CannedPoll.RECORDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(5)
public class InlineProcessorBenchmark {
    private final List<PartitionState> states = new ArrayList<>();
    private final BareCount bareCount = new BareCount();
    private ConsumerRecords<byte[], byte[]> records;
    private InlineProcessor<Object, Object> noop;
    private InlineProcessor<Object, Object> count;

    /** Makes one processor for each handler, as the engine does for each worker. */
    @Setup
    public void setUp(Blackhole hole) {
        records = new CannedPoll().next();
        for (TopicPartition partition : records.partitions()) {
            states.add(new PartitionState(partition, 1));
        }
        noop = processor((key, value, record) -> {
            hole.consume(key);
            hole.consume(value);
        });
        CountHandler handler = new CountHandler();
        handler.open(new CountContext());
        count = processor(handler);
        // In a process that has run for a while all of this is old, and writing a young reference into it costs more.
        System.gc();
    }

    private static InlineProcessor<Object, Object> processor(RecordHandler<Object, Object> handler) {
        return new InlineProcessor<>(decoder("key"), decoder("value"), handler, new StopPolicy(), new Attention());
    }

    @SuppressWarnings("unchecked") // as the engine does
    static Decoder<Object> decoder(String part) {
        return new Decoder<>(part, (Deserializer<Object>) Formats.create("string"));
    }

    @Benchmark
    public void noopBare(Blackhole hole) {
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> list = records.records(partition);
            int size = list.size();
            for (int index = 0; index < size; index++) {
                ConsumerRecord<byte[], byte[]> record = list.get(index);
                hole.consume(BareCount.text(record.key()));
                hole.consume(BareCount.text(record.value()));
            }
        }
    }

    @Benchmark
    public void noopEngine() throws RecordFailure {
        runAll(noop);
    }

    @Benchmark
    public void countBare() {
        bareCount.handle(records);
    }

    @Benchmark
    public void countEngine() throws RecordFailure {
        runAll(count);
    }

    private void runAll(InlineProcessor<Object, Object> processor) throws RecordFailure {
        int index = 0;
        for (TopicPartition partition : records.partitions()) {
            PartitionRun run = new PartitionRun(states.get(index), records.records(partition));
            index++;
            run.extendChunk(Integer.MAX_VALUE);
            processor.process(run);
        }
    }
}

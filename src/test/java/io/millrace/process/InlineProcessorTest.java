package io.millrace.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RecordHandler;
import io.millrace.offsets.PartitionState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

class InlineProcessorTest {
    private final Attention attention = new Attention();
    private final PartitionState state = new PartitionState(new TopicPartition("t", 0), 1);
    private final List<String> handled = new ArrayList<>();
    private RecordHandler<String, String> handler = (key, value, record) -> handled.add(key + "=" + value);
    private FailurePolicy policy = (record, cause) -> {
        throw new RecordFailure(record, cause);
    };

    private static ConsumerRecord<byte[], byte[]> record(long offset, String key, String value) {
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        byte[] valueBytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>(
                "t",
                0,
                offset,
                0,
                TimestampType.CREATE_TIME,
                keyBytes == null ? ConsumerRecord.NULL_SIZE : keyBytes.length,
                valueBytes == null ? ConsumerRecord.NULL_SIZE : valueBytes.length,
                keyBytes,
                valueBytes,
                new RecordHeaders(),
                Optional.of(4));
    }

    private PartitionRun run(int records) {
        List<ConsumerRecord<byte[], byte[]>> list = IntStream.range(0, records)
                .mapToObj(i -> record(10 + 2L * i, "k" + i, "val" + i))
                .toList();
        state.polled(10);
        return new PartitionRun(state, list);
    }

    private InlineProcessor<String, String> processor() {
        return new InlineProcessor<>(
                new Decoder<>("key", new StringDeserializer()),
                new Decoder<>("value", new StringDeserializer()),
                (key, value, record) -> handler.handle(key, value, record),
                (record, cause) -> policy.judge(record, cause),
                attention);
    }

    @Test
    void theChunkIsHandledInOrderAndNoMore() throws Exception {
        PartitionRun run = run(5);
        assertThat(run.extendChunk(3)).isEqualTo(3);
        processor().process(run);
        assertThat(handled).containsExactly("k0=val0", "k1=val1", "k2=val2");
        assertThat(run.hasChunk()).isFalse();
        assertThat(run.isDone()).isFalse();
        assertThat(run.nextOffset()).isEqualTo(16);
        assertThat(state.position())
                .as("behind the last record, not before the next one")
                .isEqualTo(15);
        assertThat(state.committable("").leaderEpoch()).contains(4);
        assertThat(run.extendChunk(9)).isEqualTo(2);
        processor().process(run);
        assertThat(run.isDone()).isTrue();
        assertThat(state.finishedRecords()).isEqualTo(5);
    }

    @Test
    void nothingIsDoneWhereAttentionIsRaisedAlready() throws Exception {
        PartitionRun run = run(2);
        run.extendChunk(2);
        attention.raise(Attention.MAIL);
        processor().process(run);
        assertThat(handled).isEmpty();
        assertThat(state.finishedRecords()).isZero();
        assertThat(state.isDirty()).isFalse();
    }

    @Test
    void theRecordInHandIsFinishedWhenAttentionIsRaised() throws Exception {
        PartitionRun run = run(3);
        run.extendChunk(3);
        handler = (key, value, record) -> {
            assertThat(attention.inHand()).isSameAs(record);
            handled.add(key);
            attention.raise(Attention.STOP);
        };
        processor().process(run);
        assertThat(handled).containsExactly("k0");
        assertThat(run.finished()).isEqualTo(1);
        assertThat(attention.inHand()).isNull();
    }

    @Test
    void aFailureLeavesTheRecordUnfinishedAndNothingInHand() {
        PartitionRun run = run(3);
        run.extendChunk(3);
        handler = (key, value, record) -> {
            if (record.offset() == 12) {
                throw new java.io.IOException("scripted");
            }
        };
        assertThatThrownBy(() -> processor().process(run))
                .isInstanceOf(RecordFailure.class)
                .hasRootCauseMessage("scripted");
        assertThat(run.finished()).isEqualTo(1);
        assertThat(run.nextOffset()).isEqualTo(12);
        assertThat(state.position()).isEqualTo(11);
        assertThat(attention.inHand()).isNull();
    }

    @Test
    void aTombstoneReachesTheHandlerAsNull() throws Exception {
        PartitionRun run = new PartitionRun(state, List.of(record(0, null, null)));
        run.extendChunk(1);
        processor().process(run);
        assertThat(handled).containsExactly("null=null");
    }

    @Test
    void thePolicyDecidesAboutErrorsToo() throws Exception {
        PartitionRun run = run(2);
        run.extendChunk(2);
        List<Throwable> judged = new ArrayList<>();
        policy = (record, cause) -> judged.add(cause);
        handler = (key, value, record) -> {
            throw record.offset() == 10 ? new NoClassDefFoundError("x") : new StackOverflowError();
        };
        processor().process(run);
        assertThat(judged).hasSize(2);
        assertThat(run.isDone()).isTrue();
    }

    @Test
    void outOfMemoryIsNoRecordsFault() {
        PartitionRun run = run(2);
        run.extendChunk(2);
        policy = (record, cause) -> {};
        handler = (key, value, record) -> {
            throw new OutOfMemoryError("scripted");
        };
        assertThatThrownBy(() -> processor().process(run)).isInstanceOf(OutOfMemoryError.class);
        assertThat(run.finished()).isZero();
    }

    @Test
    void anInterruptedHandlerLeavesTheThreadInterrupted() {
        PartitionRun run = run(1);
        run.extendChunk(1);
        handler = (key, value, record) -> {
            throw new InterruptedException("scripted");
        };
        assertThatThrownBy(() -> processor().process(run)).isInstanceOf(RecordFailure.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void undecodableBytesNameThePart() {
        Decoder<String> bad = new Decoder<>("key", (topic, bytes) -> {
            throw new IllegalArgumentException("not UTF-8");
        });
        InlineProcessor<String, String> processor = new InlineProcessor<>(
                bad, new Decoder<>("value", new StringDeserializer()), handler, policy, attention);
        PartitionRun run = run(1);
        run.extendChunk(1);
        assertThatThrownBy(() -> processor.process(run))
                .isInstanceOf(RecordFailure.class)
                .hasMessageStartingWith("record t-0@10 cannot be decoded: key: not UTF-8");
    }
}

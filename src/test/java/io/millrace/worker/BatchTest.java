package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.offsets.OwnedPartitions;
import io.millrace.process.PartitionRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** How what a poll returned is cut into chunks. */
class BatchTest {
    private final OwnedPartitions owned = new OwnedPartitions(new AtomicLong()::incrementAndGet);

    private Batch batch(int... records) {
        ScriptedGroup group = new ScriptedGroup();
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new java.util.LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        for (int partition = 0; partition < records.length; partition++) {
            TopicPartition name = ScriptedGroup.partition(partition);
            group.append(partition, records[partition]).hole(partition, 1);
            if (owned.get(name) == null) {
                owned.assign(List.of(name));
            }
            polled.put(name, group.read(name, 0, 100));
            next.put(name, new OffsetAndMetadata(group.end(name)));
        }
        return Batch.of(new ConsumerRecords<>(polled, next), owned);
    }

    private static List<String> chunk(Batch batch) {
        List<String> parts = new ArrayList<>();
        for (PartitionRun run : batch.chunk()) {
            parts.add(run.state().partition().partition() + ":" + run.chunkSize() + "@"
                    + run.chunkCommit("").offset());
        }
        return parts;
    }

    @Test
    void aChunkWithoutALimitIsTheWholePoll() {
        Batch batch = batch(3, 2);
        assertThat(batch.hasChunk()).isFalse();
        assertThat(batch.cut(Integer.MAX_VALUE, false)).isEqualTo(5);
        assertThat(batch.hasChunk()).isTrue();
        assertThat(chunk(batch)).containsExactly("0:3@3", "1:2@2");
    }

    @Test
    void aLimitCutsInTheMiddleOfAPartitionAndGoesOnInTheNext() {
        Batch batch = batch(3, 2);
        assertThat(batch.cut(2, false)).isEqualTo(2);
        assertThat(chunk(batch)).containsExactly("0:2@2");
        assertThat(batch.cut(2, false)).isEqualTo(2);
        assertThat(chunk(batch)).as("the first one is not handled yet").containsExactly("0:3@3", "1:1@1");
        assertThat(batch.cut(2, false)).isEqualTo(1);
        assertThat(batch.cut(2, false)).isZero();
    }

    @Test
    void aChunkOfOnePartitionEndsWithIt() {
        Batch batch = batch(3, 2, 1);
        assertThat(batch.cut(10, true)).isEqualTo(3);
        assertThat(chunk(batch)).containsExactly("0:3@3");
        assertThat(batch.cut(1, true)).isEqualTo(1);
        assertThat(chunk(batch)).containsExactly("0:3@3", "1:1@1");
        assertThat(batch.cut(10, true)).isEqualTo(1);
        assertThat(batch.cut(10, true)).isEqualTo(1);
    }

    @Test
    void noRoomIsNoChunk() {
        Batch batch = batch(3);
        assertThat(batch.cut(0, false)).isZero();
        assertThat(batch.chunk()).isEmpty();
    }

    @Test
    void theCommitOfAChunkEndsWithItsLastRecordNotWithTheMarkersBehindIt() {
        Batch batch = batch(3);
        batch.cut(3, false);
        assertThat(batch.chunk().get(0).chunkCommit("text"))
                .isEqualTo(new OffsetAndMetadata(3, java.util.Optional.of(ScriptedGroup.LEADER), "text"));
    }

    @Test
    void whatIsNotOwnedIsLeftOut() {
        batch(1, 1);
        owned.release(List.of(ScriptedGroup.partition(0)));
        owned.assign(List.of(ScriptedGroup.partition(1)));
        ScriptedGroup group = new ScriptedGroup().append(0, 2).append(1, 3);
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new HashMap<>();
        for (int partition = 0; partition < 2; partition++) {
            polled.put(ScriptedGroup.partition(partition), group.read(ScriptedGroup.partition(partition), 0, 10));
        }
        assertThat(Batch.of(new ConsumerRecords<>(polled, Map.of()), owned).size())
                .isEqualTo(3);
    }
}

package io.millrace.testkit.witness;

import static io.millrace.testkit.KafkaFixture.kafka;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.ledger.LogWitness;
import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderIT {
    @TempDir
    private Path folder;

    private final String topic = kafka().createTopic(2);
    private final TopicPartition partition = new TopicPartition(topic, 0);

    @Test
    void whatIsCutAwayWasThereOnceForWhoWatched() {
        LogTail tail = LogTail.start(kafka().bootstrap(), topic, true);
        try (tail) {
            kafka().produceToEach(topic, 100);
            await().until(() -> tail.seen() == 200);
        }
        kafka().deleteRecords(partition, 40);

        LogWitness.Partition alone =
                LogReader.read(kafka().bootstrap(), topic, true).get(partition);
        assertThat(alone.start()).isEqualTo(40);
        assertThat(alone.possible().size()).isEqualTo(60);

        LogWitness log = LogReader.read(kafka().bootstrap(), topic, true);
        tail.into(log);
        log.write(folder.resolve("log"));
        LogWitness.Partition watched = LogWitness.read(folder.resolve("log")).get(partition);
        assertThat(watched.due().size()).isEqualTo(60);
        assertThat(watched.possible().size()).isEqualTo(100);
    }

    @Test
    void markersAndAbortedRecordsAreTold() {
        LedgerProducer.produceTransactional(kafka().bootstrap(), folder, topic, 500, 0, 5);

        LogWitness committed = LogReader.read(kafka().bootstrap(), topic, true);
        LogWitness all = LogReader.read(kafka().bootstrap(), topic, false);
        for (LogWitness.Partition of : committed.all()) {
            assertThat(of.aborted().size()).isPositive();
            assertThat(of.due().size() + of.aborted().size()).isLessThan(of.end());
            // The last thing in the log is the end of a transaction.
            assertThat(of.due().contains(of.end() - 1)).isFalse();
            assertThat(of.end()).isEqualTo(kafka().endOffsets(topic).get(of.name()));
            assertThat(all.get(of.name()).aborted().size())
                    .isEqualTo(of.aborted().size());
        }
    }

    @Test
    void anEmptyTopicIsEmpty() {
        assertThat(LogReader.read(kafka().bootstrap(), topic, true).all())
                .hasSize(2)
                .allMatch(of -> of.end() == 0 && of.possible().isEmpty());
        assertThat(OffsetsTopic.read(kafka().bootstrap(), "no-such-group", topic)
                        .commits())
                .isEmpty();
    }
}

package io.millrace;

import static io.millrace.testkit.KafkaFixture.kafka;
import static io.millrace.testkit.KafkaFixture.uniqueName;
import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.api.HandlerContext;
import io.millrace.api.RecordHandler;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a record says can ask for a commit, and what stands beside the offset is seen by Kafka's own tools. */
class CommitRequestIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LAST_OF_A_FILE = 41;

    private final String topic = kafka().createTopic(1);
    private final TopicPartition partition = new TopicPartition(topic, 0);
    private final String group = uniqueName("group");
    private final CountDownLatch inHand = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);

    private Config config(String commit) {
        return ConfigFactory.parseString("""
                millrace {
                  name = %s
                  kafka { bootstrap.servers = "%s", group.id = %s }
                  source.topics = [%s]
                  workers.count = 1
                  delivery.commit.metadata = "from {worker} at {time}"
                  %s
                }
                """.formatted(group, kafka().bootstrap(), group, topic, commit));
    }

    /** Asks for a commit at one record, and holds the next one. */
    private final class Asking implements RecordHandler<String, String> {
        private HandlerContext context;

        @Override
        public void open(HandlerContext of) {
            context = of;
        }

        @Override
        public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) throws Exception {
            if (record.offset() == LAST_OF_A_FILE) {
                context.commit();
            } else if (record.offset() == LAST_OF_A_FILE + 1) {
                inHand.countDown();
                free.await();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delivery.commit { at = interval, every = 1h, every-records = 100000 }",
                "delivery.commit { at = interval, how = sync, every = 1h, every-records = 1000000 }",
                "delivery.commit { how = sync }",
                "delivery.commit { at = partition }"
            })
    void aRecordAsksForACommitInTheMiddleOfAPoll(String commit) throws Exception {
        kafka().produceToEach(topic, 100);
        try (Millrace engine = Millrace.create(config(commit), Asking::new)) {
            engine.start();
            assertThat(inHand.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            OffsetAndMetadata committed = committed();
            assertThat(committed.offset()).isEqualTo(LAST_OF_A_FILE + 1);
            assertThat(committed.leaderEpoch()).isPresent();
            assertThat(committed.metadata())
                    .matches("from 0 at \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z");
            free.countDown();
            assertThat(engine.stop(PATIENCE).clean()).isTrue();
        }
    }

    private OffsetAndMetadata committed() throws Exception {
        return kafka().admin()
                .listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .get(partition);
    }
}

package io.millrace.testkit.proxy;

import static io.millrace.testkit.proxy.ProxyLab.at;
import static io.millrace.testkit.proxy.ProxyLab.committed;
import static io.millrace.testkit.proxy.ProxyLab.consumer;
import static io.millrace.testkit.proxy.ProxyLab.poll;
import static io.millrace.testkit.proxy.ProxyLab.produce;
import static io.millrace.testkit.proxy.ProxyLab.proxy;
import static io.millrace.testkit.proxy.ProxyLab.topic;
import static org.apache.kafka.common.protocol.ApiKeys.END_TXN;
import static org.apache.kafka.common.protocol.ApiKeys.OFFSET_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.KafkaFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What faults do to Kafka's own clients and to a real broker. */
class ProxyFaultsIT {
    private final String group = KafkaFixture.uniqueName("group");
    private final TopicPartition partition = topic();

    @AfterEach
    void clear() {
        proxy().removeRules();
        assertThat(proxy().problems()).isEmpty();
    }

    /** Commits once, without the retries of {@code commitSync}; what the client was told, null for success. */
    private Exception commitError(Consumer<byte[], byte[]> consumer, long offset) {
        CompletableFuture<Optional<Exception>> told = new CompletableFuture<>();
        consumer.commitAsync(at(partition, offset), (offsets, error) -> told.complete(Optional.ofNullable(error)));
        await().pollInSameThread().until(() -> {
            consumer.poll(Duration.ofMillis(20));
            return told.isDone();
        });
        return told.join().orElse(null);
    }

    /** What was done to this test's client. */
    private List<String> faults() {
        return proxy().faults().stream()
                .filter(fault -> fault.frame()
                        .filter(frame -> frame.clientId().equals(group))
                        .isPresent())
                .map(FiredFault::what)
                .toList();
    }

    /** The key case: done at the broker, and the client cannot know. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void appliesACommitWhoseAnswerIsLost(String protocol) {
        produce(partition, 10);
        try (Consumer<byte[], byte[]> consumer = consumer(protocol, group, partition)) {
            poll(consumer, 10);
            Rule lost = proxy().on(OFFSET_COMMIT).response().client(group).dropAndCut();

            assertThat(commitError(consumer, 7)).isInstanceOf(RetriableCommitFailedException.class);

            assertThat(committed(group, partition)).isEqualTo(7);
            assertThat(lost.fired()).isEqualTo(1);
            assertThat(faults()).containsExactly("dropped, connection cut");

            consumer.commitSync(at(partition, 8));
            assertThat(committed(group, partition)).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void appliesNoCommitWhoseRequestIsLost(String protocol) {
        produce(partition, 10);
        try (Consumer<byte[], byte[]> consumer = consumer(protocol, group, partition)) {
            poll(consumer, 10);
            Rule lost = proxy().on(OFFSET_COMMIT).request().client(group).dropAndCut();

            assertThat(commitError(consumer, 7)).isInstanceOf(RetriableCommitFailedException.class);

            assertThat(committed(group, partition)).isEqualTo(-1);
            assertThat(lost.fired()).isEqualTo(1);
            consumer.commitSync(at(partition, 8));
            assertThat(committed(group, partition)).isEqualTo(8);
        }
    }

    @Test
    void firesSoManyTimesAndCountsExactly() {
        produce(partition, 10);
        try (Consumer<byte[], byte[]> consumer = consumer("classic", group, partition)) {
            poll(consumer, 10);
            Rule twice = proxy().on(OFFSET_COMMIT).response().times(2).dropAndCut();
            long requests = proxy().forwarded(OFFSET_COMMIT, Direction.REQUEST);
            long answers = proxy().seen(OFFSET_COMMIT, Direction.RESPONSE);
            long delivered = proxy().forwarded(OFFSET_COMMIT, Direction.RESPONSE);

            for (int offset = 1; offset <= 10; offset++) {
                consumer.commitSync(at(partition, offset));
            }

            assertThat(twice.fired()).isEqualTo(2);
            assertThat(proxy().forwarded(OFFSET_COMMIT, Direction.REQUEST) - requests)
                    .isEqualTo(12);
            assertThat(proxy().seen(OFFSET_COMMIT, Direction.RESPONSE) - answers)
                    .isEqualTo(12);
            assertThat(proxy().forwarded(OFFSET_COMMIT, Direction.RESPONSE) - delivered)
                    .isEqualTo(10);
            assertThat(committed(group, partition)).isEqualTo(10);
        }
    }

    /** The client waits for its own timeout, and finds nothing out of order afterwards. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void letsClientsRecoverFromASwallowedAnswer(String protocol) {
        produce(partition, 10);
        try (Consumer<byte[], byte[]> consumer =
                consumer(protocol, group, partition, Map.of("request.timeout.ms", "800"))) {
            poll(consumer, 10);
            Rule lost = proxy().on(OFFSET_COMMIT).response().client(group).swallow();

            consumer.commitSync(at(partition, 7));

            assertThat(lost.fired()).isEqualTo(1);
            assertThat(committed(group, partition)).isEqualTo(7);
            produce(partition, 1);
            assertThat(poll(consumer, 1)).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void delaysNothingButCommits(String protocol) {
        produce(partition, 5);
        try (Consumer<byte[], byte[]> consumer = consumer(protocol, group, partition)) {
            poll(consumer, 5);
            Rule late = proxy().on(OFFSET_COMMIT).response().client(group).delay(ProxyLab.PATIENCE);
            CountDownLatch answered = new CountDownLatch(1);

            consumer.commitAsync(at(partition, 5), (offsets, error) -> answered.countDown());
            produce(partition, 5);
            poll(consumer, 5);

            assertThat(answered.getCount())
                    .as("records came while the commit waited")
                    .isEqualTo(1);
            assertThat(committed(group, partition)).isEqualTo(5);
            assertThat(late.fired()).isEqualTo(1);
            late.remove();
            await().pollInSameThread().until(() -> {
                consumer.poll(Duration.ofMillis(20));
                return answered.getCount() == 0;
            });
        }
    }

    @Test
    void holdsACommitAtABarrier() throws Exception {
        produce(partition, 5);
        try (Consumer<byte[], byte[]> consumer = consumer("consumer", group, partition)) {
            poll(consumer, 5);
            Rule barrier = proxy().on(OFFSET_COMMIT).request().client(group).hold();

            consumer.commitAsync(at(partition, 5), (offsets, error) -> {});
            consumer.poll(Duration.ZERO);
            barrier.awaitFired(1, ProxyLab.PATIENCE);
            assertThat(committed(group, partition)).isEqualTo(-1);

            barrier.release();
            await().until(() -> committed(group, partition) == 5);
        }
    }

    @Test
    void doesNoHarmWithACommitSentTwice() {
        produce(partition, 5);
        try (Consumer<byte[], byte[]> consumer = consumer("classic", group, partition)) {
            poll(consumer, 5);
            proxy().on(OFFSET_COMMIT).request().client(group).duplicate();

            consumer.commitSync(at(partition, 3));
            consumer.commitSync(at(partition, 5));

            assertThat(committed(group, partition)).isEqualTo(5);
            assertThat(faults()).containsExactly("sent twice", "second answer swallowed");
        }
    }

    @Test
    void cutsOneClientAndNotTheOther() {
        String otherGroup = KafkaFixture.uniqueName("other");
        produce(partition, 5);
        try (Consumer<byte[], byte[]> consumer = consumer("classic", group, partition);
                Consumer<byte[], byte[]> other = consumer("consumer", otherGroup, partition)) {
            poll(consumer, 5);
            poll(other, 5);
            long newest = proxy().acceptedConnections();
            Set<Long> othersConnections = ConcurrentHashMap.newKeySet();
            Rule eye = proxy().onAny()
                    .request()
                    .client(otherGroup)
                    .always()
                    .observe(frame -> othersConnections.add(frame.connection()));

            // One to the node and one to the coordinator, at the least.
            assertThat(proxy().cut(group)).isGreaterThanOrEqualTo(2);
            produce(partition, 5);
            assertThat(poll(other, 5)).hasSize(5);
            other.commitSync(at(partition, 10));

            assertThat(eye.fired()).isPositive();
            assertThat(othersConnections).allMatch(number -> number <= newest);
            assertThat(poll(consumer, 5)).hasSize(5);
            consumer.commitSync(at(partition, 10));
            assertThat(committed(group, partition)).isEqualTo(10);
        }
    }

    @Test
    void commitsATransactionWhoseAnswerIsLost() {
        try (Producer<byte[], byte[]> producer = ProxyLab.producer(Map.of("transactional.id", group))) {
            producer.initTransactions();
            Rule lost = proxy().on(END_TXN).response().dropAndCut();
            producer.beginTransaction();
            Future<RecordMetadata> sent = producer.send(new ProducerRecord<>(partition.topic(), new byte[] {1}));

            producer.commitTransaction();

            assertThat(sent).isDone();
            assertThat(lost.fired()).isEqualTo(1);
        }
        try (Consumer<byte[], byte[]> consumer = consumer("classic", group, partition)) {
            assertThat(poll(consumer, 1)).hasSize(1);
        }
    }
}

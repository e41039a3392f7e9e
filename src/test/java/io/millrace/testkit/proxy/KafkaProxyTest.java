package io.millrace.testkit.proxy;

import static org.apache.kafka.common.protocol.ApiKeys.FETCH;
import static org.apache.kafka.common.protocol.ApiKeys.HEARTBEAT;
import static org.apache.kafka.common.protocol.ApiKeys.OFFSET_COMMIT;
import static org.apache.kafka.common.protocol.ApiKeys.PRODUCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forwarding, counting, pausing and the life of connections, with a stub for a broker. */
class KafkaProxyTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int SHORT_MILLIS = 50;

    private StubBroker broker;
    private KafkaProxy proxy;

    @BeforeEach
    void start() throws Exception {
        broker = new StubBroker();
        proxy = KafkaProxy.to(broker.port());
    }

    @AfterEach
    void stop() throws Exception {
        proxy.close();
        broker.close();
    }

    @Test
    void forwardsLargeFramesByteForByte() throws Exception {
        Random random = new Random(17);
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            for (int size : new int[] {0, 1, 32_750, 32_768, 65_536, 3_000_001, 20 << 20}) {
                byte[] body = new byte[size];
                random.nextBytes(body);
                client.send(FETCH, (short) 1, size, body);
                assertThat(client.body()).isEqualTo(body);
            }
        }
    }

    @Test
    void countsExactly() throws Exception {
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            for (int i = 0; i < 1000; i++) {
                client.send(i % 10 == 0 ? OFFSET_COMMIT : FETCH, i);
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(client.answer()).isEqualTo(i);
            }
        }
        assertThat(proxy.counters()).isEqualTo("FETCH 900/900, 900/900; OFFSET_COMMIT 100/100, 100/100");
        assertThat(proxy.faults()).isEmpty();
    }

    @Test
    void pairsAnswersWhereSomeRequestsGetNone() throws Exception {
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            client.send(PRODUCE, (short) 0, 1, new byte[10]);
            client.send(PRODUCE, (short) 0, 2, new byte[10]);
            client.send(FETCH, 3);
            client.send(PRODUCE, (short) 0, 4, new byte[10]);
            client.send(HEARTBEAT, 5);
            assertThat(client.answer()).isEqualTo(3);
            assertThat(client.answer()).isEqualTo(5);
        }
        assertThat(proxy.seen(PRODUCE, Direction.REQUEST)).isEqualTo(3);
        assertThat(proxy.seen(PRODUCE, Direction.RESPONSE)).isZero();
    }

    @Test
    void pausesOneDirection() throws Exception {
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            proxy.pause(Direction.RESPONSE);
            client.send(OFFSET_COMMIT, 1);
            await().until(() -> broker.handled().size() == 1);
            assertThat(client.answer(SHORT_MILLIS)).isEqualTo(StubClient.SILENCE);

            proxy.resume(Direction.RESPONSE);

            assertThat(client.answer()).isEqualTo(1);
        }
        assertThat(proxy.faults())
                .extracting(FiredFault::what)
                .containsExactly("responses paused", "responses resumed");
    }

    @Test
    void pausesEverythingEvenForNewConnections() throws Exception {
        proxy.pauseAll();
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            client.send(OFFSET_COMMIT, 1);
            assertThat(client.answer(SHORT_MILLIS)).isEqualTo(StubClient.SILENCE);
            assertThat(broker.handled()).isEmpty();

            proxy.resumeAll();

            assertThat(client.answer()).isEqualTo(1);
        }
    }

    @Test
    void cutsTheConnectionsOfOneClient() throws Exception {
        try (StubClient one = new StubClient(proxy, "mill-1");
                StubClient more = new StubClient(proxy, "mill-1");
                StubClient other = new StubClient(proxy, "mill-2")) {
            for (StubClient client : List.of(one, more, other)) {
                client.send(HEARTBEAT, 1);
                client.answer();
            }

            assertThat(proxy.cut("mill-1")).isEqualTo(2);

            assertThat(one.answer()).isEqualTo(StubClient.GONE);
            assertThat(more.answer()).isEqualTo(StubClient.GONE);
            other.send(HEARTBEAT, 2);
            assertThat(other.answer()).isEqualTo(2);
        }
        assertThat(proxy.faults()).extracting(FiredFault::what).containsExactly("2 connections of mill-1 cut");
    }

    @Test
    void failsAWaitWithWhatWasSeen() throws Exception {
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            client.send(HEARTBEAT, 1);
            client.answer();
            assertThatThrownBy(() -> proxy.awaitSeen(OFFSET_COMMIT, Direction.REQUEST, 1, Duration.ofMillis(1)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("no 1 OFFSET_COMMIT requests within 1 ms")
                    .hasMessageContaining("HEARTBEAT 1/1");
        }
    }

    @Test
    void reportsWhatIsNotKafka() throws Exception {
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            client.sendRaw("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(client.answer()).isEqualTo(StubClient.GONE);
        }
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            client.sendRaw(
                    ByteBuffer.allocate(14).putInt(10).putShort((short) 9999).array());
            assertThat(client.answer()).isEqualTo(StubClient.GONE);
        }
        assertThat(proxy.problems())
                .satisfiesExactlyInAnyOrder(
                        problem -> assertThat(problem).contains("a frame of 1195725856 bytes"),
                        problem -> assertThat(problem).contains("unknown API key 9999"));
    }

    @Test
    void closesClientsWhileTheBrokerIsDown() throws Exception {
        broker.close();
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            assertThat(client.answer()).isEqualTo(StubClient.GONE);
        }
        await().until(() -> proxy.openConnections() == 0);
        assertThat(proxy.problems()).isEmpty();
    }

    @Test
    void tellsTheClientWhenTheBrokerGoes() throws Exception {
        try (StubClient client = new StubClient(proxy, "mill-1")) {
            client.send(HEARTBEAT, 1);
            client.answer();
            broker.close();
            assertThat(client.answer()).isEqualTo(StubClient.GONE);
        }
        await().until(() -> proxy.openConnections() == 0);
    }

    @Test
    void opensAndClosesTwoHundredConnectionsWithoutALeak() throws Exception {
        List<StubClient> clients = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            StubClient client = new StubClient(proxy, "mill-" + i);
            clients.add(client);
            client.send(HEARTBEAT, i);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(clients.get(i).answer()).isEqualTo(i);
        }
        assertThat(proxy.openConnections()).isEqualTo(200);
        for (StubClient client : clients) {
            client.close();
        }
        await().until(() -> proxy.openConnections() == 0 && broker.openConnections() == 0);
        assertThat(proxy.acceptedConnections()).isEqualTo(200);
        await().until(() -> threads() == 1);
    }

    @Test
    void closesAtOnceWhateverWaits() throws Exception {
        Rule hold = proxy.on(OFFSET_COMMIT).request().always().hold();
        Rule delay = proxy.on(FETCH).response().delay(Duration.ofMinutes(5));
        try (StubClient held = new StubClient(proxy, "mill-1");
                StubClient delayed = new StubClient(proxy, "mill-2");
                StubClient paused = new StubClient(proxy, "mill-3");
                StubClient idle = new StubClient(proxy, "mill-4")) {
            held.send(OFFSET_COMMIT, 1);
            delayed.send(FETCH, 1);
            hold.awaitFired(1, SOON);
            delay.awaitFired(1, SOON);
            proxy.pauseAll();
            paused.send(HEARTBEAT, 1);
            long start = System.nanoTime();

            proxy.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
            assertThat(threads()).isZero();
            for (StubClient client : List.of(held, delayed, paused, idle)) {
                assertThat(client.answer()).isEqualTo(StubClient.GONE);
            }
        }
        assertThatThrownBy(() -> new StubClient(proxy, "late")).isInstanceOf(ConnectException.class);
        proxy.close();
    }

    private long threads() {
        String prefix = "kafka-proxy-" + proxy.port() + "-";
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }
}

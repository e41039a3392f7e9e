package io.millrace.testkit.proxy;

import static org.apache.kafka.common.protocol.ApiKeys.FETCH;
import static org.apache.kafka.common.protocol.ApiKeys.HEARTBEAT;
import static org.apache.kafka.common.protocol.ApiKeys.LEAVE_GROUP;
import static org.apache.kafka.common.protocol.ApiKeys.OFFSET_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each action, seen from both sides, with a stub for a broker so that each frame is under the test's control. */
class ProxyActionsTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int SHORT_MILLIS = 50;

    private StubBroker broker;
    private KafkaProxy proxy;
    private StubClient client;

    @BeforeEach
    void start() throws Exception {
        broker = new StubBroker();
        proxy = KafkaProxy.to(broker.port());
        client = new StubClient(proxy, "mill-1");
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        proxy.close();
        broker.close();
        assertThat(proxy.problems()).isEmpty();
    }

    @Test
    void dropsAResponseAndCuts() throws Exception {
        Rule rule = proxy.on(OFFSET_COMMIT).response().dropAndCut();

        client.send(OFFSET_COMMIT, 1);

        assertThat(client.answer()).isEqualTo(StubClient.GONE);
        assertThat(broker.handled()).containsExactly(1);
        assertThat(rule.fired()).isEqualTo(1);
        assertThat(proxy.seen(OFFSET_COMMIT, Direction.RESPONSE)).isEqualTo(1);
        assertThat(proxy.forwarded(OFFSET_COMMIT, Direction.RESPONSE)).isZero();
        await().until(() -> broker.openConnections() == 0);
    }

    @Test
    void dropsARequestAndCuts() throws Exception {
        proxy.on(OFFSET_COMMIT).request().dropAndCut();

        client.send(HEARTBEAT, 1);
        client.send(OFFSET_COMMIT, 2);

        await().until(() -> broker.openConnections() == 0);
        assertThat(broker.handled()).containsExactly(1);
        assertThat(proxy.forwarded(OFFSET_COMMIT, Direction.REQUEST)).isZero();
    }

    /** The client would take the heartbeat's answer for the commit's, so it must not come either. */
    @Test
    void swallowsAResponseAndAllAfterIt() throws Exception {
        proxy.on(OFFSET_COMMIT).response().swallow();

        client.send(HEARTBEAT, 1);
        client.send(OFFSET_COMMIT, 2);
        client.send(HEARTBEAT, 3);

        assertThat(client.answer()).isEqualTo(1);
        proxy.awaitSeen(HEARTBEAT, Direction.RESPONSE, 2, SOON);
        assertThat(client.answer(SHORT_MILLIS)).isEqualTo(StubClient.SILENCE);
        assertThat(broker.handled()).containsExactly(1, 2, 3);
        client.close();
        await().until(() -> proxy.openConnections() == 0);

        try (StubClient again = new StubClient(proxy, "mill-1")) {
            again.send(OFFSET_COMMIT, 4);
            assertThat(again.answer()).isEqualTo(4);
        }
    }

    @Test
    void swallowsARequestAndAllAfterIt() throws Exception {
        proxy.on(OFFSET_COMMIT).request().swallow();

        client.send(HEARTBEAT, 1);
        client.send(OFFSET_COMMIT, 2);
        client.send(HEARTBEAT, 3);

        assertThat(client.answer()).isEqualTo(1);
        proxy.awaitSeen(HEARTBEAT, Direction.REQUEST, 2, SOON);
        assertThat(client.answer(SHORT_MILLIS)).isEqualTo(StubClient.SILENCE);
        assertThat(broker.handled()).containsExactly(1);
        assertThat(proxy.faults()).hasSize(1);
    }

    @Test
    void delaysOneApiOfOneConnection() throws Exception {
        Duration delay = Duration.ofMillis(200);
        proxy.on(OFFSET_COMMIT).response().delay(delay);
        long start = System.nanoTime();
        client.send(OFFSET_COMMIT, 1);
        client.send(HEARTBEAT, 2);

        try (StubClient other = new StubClient(proxy, "mill-2")) {
            other.send(HEARTBEAT, 1);
            assertThat(other.answer()).isEqualTo(1);
            assertThat(proxy.forwarded(OFFSET_COMMIT, Direction.RESPONSE)).isZero();
        }
        assertThat(client.answer()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(delay);
        assertThat(client.answer()).isEqualTo(2);
    }

    /** As packets that are still in the network when their sender has given up. */
    @Test
    void deliversADelayedRequestOfAClientThatIsGone() throws Exception {
        Rule rule = proxy.on(OFFSET_COMMIT).request().delay(Duration.ofMillis(100));
        client.send(OFFSET_COMMIT, 1);
        rule.awaitFired(1, SOON);

        client.close();

        await().until(() -> broker.handled().equals(List.of(1)));
        await().until(() -> proxy.openConnections() == 0);
    }

    @Test
    void holdsAFrameAtABarrier() throws Exception {
        Rule rule = proxy.on(OFFSET_COMMIT).response().hold();
        client.send(OFFSET_COMMIT, 1);
        rule.awaitFired(1, SOON);
        assertThat(broker.handled()).containsExactly(1);
        assertThat(client.answer(SHORT_MILLIS)).isEqualTo(StubClient.SILENCE);

        rule.release();

        assertThat(client.answer()).isEqualTo(1);
    }

    @Test
    void releasesWhatItHoldsWhenRulesAreRemoved() throws Exception {
        Rule rule = proxy.on(OFFSET_COMMIT).request().always().hold();
        client.send(OFFSET_COMMIT, 1);
        rule.awaitFired(1, SOON);
        assertThat(broker.handled()).isEmpty();

        proxy.removeRules();

        assertThat(client.answer()).isEqualTo(1);
    }

    @Test
    void sendsARequestTwiceAndTheAnswerOnce() throws Exception {
        proxy.on(OFFSET_COMMIT).request().duplicate();

        client.send(OFFSET_COMMIT, 1);
        client.send(HEARTBEAT, 2);

        assertThat(client.answer()).isEqualTo(1);
        assertThat(client.answer()).isEqualTo(2);
        assertThat(broker.handled()).containsExactly(1, 1, 2);
        assertThat(proxy.forwarded(OFFSET_COMMIT, Direction.REQUEST)).isEqualTo(1);
        assertThat(proxy.seen(OFFSET_COMMIT, Direction.RESPONSE)).isEqualTo(1);
        assertThat(proxy.faults())
                .extracting(FiredFault::what)
                .containsExactly("sent twice", "second answer swallowed");
    }

    @Test
    void cutsAfterARequestThatTheBrokerStillGets() throws Exception {
        proxy.on(LEAVE_GROUP).request().cutAfter();

        client.send(LEAVE_GROUP, 1);

        assertThat(client.answer()).isEqualTo(StubClient.GONE);
        await().until(() -> broker.handled().equals(List.of(1)));
        await().until(() -> broker.openConnections() == 0 && proxy.openConnections() == 0);
    }

    @Test
    void cutsAfterAResponseThatTheClientStillGets() throws Exception {
        proxy.on(OFFSET_COMMIT).response().cutAfter();

        client.send(OFFSET_COMMIT, 1);

        assertThat(client.answer()).isEqualTo(1);
        assertThat(client.answer()).isEqualTo(StubClient.GONE);
        await().until(() -> broker.openConnections() == 0 && proxy.openConnections() == 0);
    }

    @Test
    void cutsInsideAResponse() throws Exception {
        proxy.on(FETCH).response().cutInside(1000);

        client.send(FETCH, (short) 1, 1, new byte[100_000]);

        assertThat(client.bytesToTheEnd()).isEqualTo(1000);
    }

    @Test
    void slowsAResponseDown() throws Exception {
        proxy.on(FETCH).response().throttle(100_000);
        byte[] body = new byte[30_000];
        long start = System.nanoTime();

        client.send(FETCH, (short) 1, 1, body);

        assertThat(client.body()).isEqualTo(body);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(190));
    }

    /** A client that closes at once after its last request, as consumers do that leave a group. */
    @Test
    void deliversTheLastRequestOfAClientThatCloses() throws Exception {
        client.send(HEARTBEAT, 1);
        client.send(LEAVE_GROUP, 2);
        client.close();

        await().until(() -> broker.handled().equals(List.of(1, 2)));
        await().until(() -> broker.openConnections() == 0 && proxy.openConnections() == 0);
    }
}

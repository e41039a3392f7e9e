package io.millrace.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BrokerProcessIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @BeforeAll
    static void quiet() {
        BrokerLogging.quiet();
    }

    @Test
    void saysNothingInACleanLife() {
        BrokerProcess broker = BrokerProcess.start(BrokerOptions.temporary(), TIMEOUT);
        try (broker) {
            load(broker, "values", "a\nb\nc\n");
            assertThat(TopicReader.byGroup(broker.bootstrap(), "values", "classic", 3))
                    .hasSize(3);
            assertThat(TopicReader.byGroup(broker.bootstrap(), "values", "consumer", 3))
                    .hasSize(3);
            broker.stop();

            assertThat(broker.isAlive()).isFalse();
            assertThat(broker.stderr()).isEmpty();
        }
        assertThat(broker.data()).doesNotExist();
    }

    @Test
    void keepsPortAndDataWhenKilledAndRestarted() {
        BrokerProcess broker = BrokerProcess.start(BrokerOptions.temporary(), TIMEOUT);
        try (broker) {
            load(broker, "values", "a\nb\nc\n");
            String bootstrap = broker.bootstrap();
            long pid = broker.pid();

            broker.kill();
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
            broker.restart();

            assertThat(broker.bootstrap()).isEqualTo(bootstrap);
            assertThat(broker.pid()).isNotEqualTo(pid);
            assertThat(TopicReader.all(bootstrap, "values"))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("a", "b", "c");
            broker.kill();
        }
        assertThat(broker.data()).as("the folder of a killed child").doesNotExist();
    }

    @Test
    void restartsWhileItRuns() {
        try (BrokerProcess broker = BrokerProcess.start(BrokerOptions.temporary(), TIMEOUT)) {
            load(broker, "values", "a\n");

            broker.restart();

            assertThat(TopicReader.all(broker.bootstrap(), "values")).hasSize(1);
            assertThat(broker.stderr()).isEmpty();
        }
    }

    /** A Ctrl-C goes to the whole group of processes, while the parent still has offsets to commit. */
    @Test
    void leavesSignalsToItsParent() {
        try (BrokerProcess broker = BrokerProcess.start(BrokerOptions.temporary(), TIMEOUT)) {
            assertThat(ProcessHandle.of(broker.pid()).orElseThrow().destroy()).isTrue();

            load(broker, "values", "a\n");
            assertThat(TopicReader.byGroup(broker.bootstrap(), "values", "classic", 1))
                    .hasSize(1);

            broker.stop();
            assertThat(broker.isAlive()).isFalse();
            assertThat(broker.stderr()).isEmpty();
        }
    }

    /** The parent is played by this test: it closes its end of the pipe without a word, as a dying parent does. */
    @Test
    void endsAndTidiesUpWhenItsParentIsGone() throws Exception {
        Path folder = DataFolder.temporary();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName()));
        command.addAll(BrokerMain.arguments(0, folder, true, Map.of()));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            await().atMost(TIMEOUT).until(() -> output.readLine().startsWith(BrokerMain.READY));

            child.getOutputStream().close();

            assertThat(child.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).isZero();
            assertThat(folder).doesNotExist();
        } finally {
            child.destroyForcibly().waitFor();
            DataFolder.delete(folder);
        }
    }

    @Test
    void reportsWhyTheChildDidNotStart() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            BrokerOptions options = BrokerOptions.temporary().withPort(taken.getLocalPort());

            assertThatThrownBy(() -> BrokerProcess.start(options, TIMEOUT))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining("ended before it was ready, exit code 1")
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
    }

    @Test
    void killsAChildThatIsNotReadyInTime() {
        assertThatThrownBy(() -> BrokerProcess.start(BrokerOptions.temporary(), Duration.ofMillis(1)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("not ready within 1 ms");
    }

    @Test
    void keepsAGivenFolder() throws IOException {
        Path folder = Files.createTempDirectory("millrace-given-");
        try (BrokerProcess broker =
                BrokerProcess.start(BrokerOptions.temporary().withData(folder), TIMEOUT)) {
            load(broker, "values", "a\n");
        }
        try (BrokerProcess broker =
                BrokerProcess.start(BrokerOptions.temporary().withData(folder), TIMEOUT)) {
            assertThat(TopicReader.all(broker.bootstrap(), "values")).hasSize(1);
        } finally {
            DataFolder.delete(folder);
        }
    }

    private static void load(BrokerProcess broker, String topic, String text) {
        TopicLoader.createTopic(broker.bootstrap(), topic, 1);
        TopicLoader.load(
                broker.bootstrap(),
                topic,
                Source.lines("text", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }
}

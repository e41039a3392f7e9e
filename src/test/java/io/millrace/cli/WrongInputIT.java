package io.millrace.cli;

import static io.millrace.testkit.KafkaFixture.kafka;
import static io.millrace.testkit.KafkaFixture.uniqueName;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ConfigFile;
import io.millrace.testkit.EngineProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user is told when something is wrong: the thing, the place, the next step, and the exit code. */
class WrongInputIT {
    @TempDir
    Path folder;

    @Test
    void findsFiveDifferentMistakesInOnePass() throws IOException {
        Path file = folder.resolve("five.conf");
        Files.writeString(file, """
                millrace {
                  kafka {
                    bootstrap.servers = localhost:9092,localhost:9093
                    group.id = G
                    auto.offset.reset = earliest
                  }
                  workers.cuont = 4
                  source.poll-timeout = soon
                }
                """);
        EngineProcess run = EngineProcess.start(folder, "run", "-c", file.toString());

        assertThat(run.await()).isEqualTo(ExitCodes.CONFIG);
        assertThat(run.standardError())
                .containsPattern("error\\[\\w+\\] \\S*five.conf:3\\S* .*")
                .contains("\"localhost:9092,localhost:9093\"")
                .containsPattern("five.conf:5\\S* .*auto.offset.reset")
                .contains("source.start.otherwise")
                .containsPattern("five.conf:7\\S* .*cuont")
                .contains("did you mean count")
                .containsPattern("five.conf:8\\S* .*poll-timeout")
                .containsPattern("error\\[\\w+\\] \\S*five.conf:\\d+\\S* .*topics")
                .contains("5 errors");
    }

    @Test
    void namesTheAddressWhenNoBrokerAnswers() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path file = folder.resolve("absent.conf");
        Files.writeString(
                file,
                "millrace { start-timeout = 2s, source.topics = [t], kafka { bootstrap.servers = \"localhost:" + port
                        + "\", group.id = g } }");
        EngineProcess run = EngineProcess.start(folder, "run", "-c", file.toString());

        assertThat(run.await()).isEqualTo(ExitCodes.UNREACHABLE);
        assertThat(run.standardError()).contains("localhost:" + port).contains("2 s");
        assertThat(run.summary().get("exitCode").asInt()).isEqualTo(ExitCodes.UNREACHABLE);
    }

    @Test
    void namesTheNearestTopicAndCreatesNone() throws ExecutionException, InterruptedException {
        String there = kafka().createTopic(uniqueName("orders"), 1);
        String misspelt = there.substring(0, there.length() - 1);
        String config = ConfigFile.write(folder, misspelt, uniqueName("group"), "start-timeout = 5s");
        EngineProcess run = EngineProcess.start(folder, "run", "-c", config);

        assertThat(run.await()).isEqualTo(ExitCodes.CONFIG);
        assertThat(run.standardError()).contains(misspelt).contains("did you mean " + there);
        Set<String> topics = kafka().admin().listTopics().names().get();
        assertThat(topics).contains(there).doesNotContain(misspelt);
    }

    @Test
    void refusesWhatIsNotBuiltYetByName() {
        String config =
                ConfigFile.write(folder, "t", uniqueName("group"), "delivery.mode = exactly-once", "admin.port = 1");
        EngineProcess run = EngineProcess.start(folder, "check", "--offline", "-c", config);

        assertThat(run.await()).isEqualTo(ExitCodes.CONFIG);
        assertThat(run.standardError())
                .containsPattern("exactly-once.* not available yet")
                .containsPattern("millrace.admin.port.* not available yet");
    }

    @Test
    void tellsWhichJarHasTheDemo() {
        EngineProcess run = EngineProcess.start(folder, "demo");

        assertThat(run.await()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.standardError()).contains("millrace-demo.jar");
    }
}

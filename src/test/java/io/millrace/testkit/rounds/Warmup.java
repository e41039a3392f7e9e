package io.millrace.testkit.rounds;

import io.millrace.testkit.KafkaFixture;
import io.millrace.testkit.proxy.ProxiedBroker;
import io.millrace.testkit.witness.EngineArchive;
import io.millrace.testkit.witness.LedgerProducer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What makes the rounds after it cheaper: an archive of the classes that engines load. Stateless. */
public final class Warmup {
    private static final int RECORDS = 20;

    private Warmup() {}

    /** @param folder is made, and is to be there as long as rounds are run */
    public static void run(ProxiedBroker broker, Path folder) {
        String topic = KafkaFixture.uniqueName("warmup");
        try {
            Path config = Files.write(
                    Files.createDirectories(folder).resolve("archive.conf"),
                    List.of(
                            "millrace {",
                            "  kafka { bootstrap.servers = \"" + broker.directBootstrap() + "\", group.id = " + topic
                                    + " }",
                            "  source { topics = [" + topic + "], key = bytes, value = bytes }",
                            "  workers.count = 1",
                            "}"));
            RoundTopic.create(broker.admin(), topic, 1);
            LedgerProducer.produce(broker.directBootstrap(), folder, topic, RECORDS, 0, 1);
            EngineArchive.make(folder, config);
            RoundTopic.delete(broker.admin(), topic);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

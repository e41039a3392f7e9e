package io.millrace.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedBrokerIT {
    private static final String CITIES = """
        name,country,lat
        Oslo,NO,59.9
        "Washington, D.C.",US,38.9
        "The ""Rock""\",GI,36.1
        Bergen,NO,60.4
        Oslo,NO,59.9
        """;

    private static EmbeddedBroker broker;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        BrokerLogging.quiet();
        broker = EmbeddedBroker.start(BrokerOptions.temporary());
    }

    @AfterAll
    static void stop() {
        Path data = broker.data();
        broker.close();
        assertThat(data).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cities.csv", "cities.csv.gz"})
    void loadsCsvAsCommonsCsvReadsIt(String name) throws IOException {
        String topic = topic(3);

        long rows = TopicLoader.load(broker.bootstrap(), topic, Source.of(file(name, CITIES)));

        List<ConsumerRecord<String, String>> records = TopicReader.all(broker.bootstrap(), topic);
        assertThat(rows).isEqualTo(5);
        assertThat(counts(records, record -> record.key() + "=" + record.value()))
                .isEqualTo(expected());
        assertThat(records.stream()
                        .filter(record -> record.key().equals("Oslo"))
                        .map(ConsumerRecord::partition))
                .as("a key has one partition")
                .hasSize(2)
                .containsOnly(records.stream()
                        .filter(record -> record.key().equals("Oslo"))
                        .findFirst()
                        .orElseThrow()
                        .partition());
    }

    private static Map<String, Long> expected() throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser parser = CSVParser.parse(CITIES, format)) {
            return parser.stream()
                    .collect(Collectors.groupingBy(row -> row.get(0) + "=" + row.get(1), Collectors.counting()));
        }
    }

    @Test
    void loadsLinesInTurn() throws IOException {
        String topic = topic(3);

        long rows = TopicLoader.load(broker.bootstrap(), topic, Source.of(file("values.txt", "a\nb\nc\nd\ne\n")));

        List<ConsumerRecord<String, String>> records = TopicReader.all(broker.bootstrap(), topic);
        assertThat(rows).isEqualTo(5);
        assertThat(records).allMatch(record -> record.key() == null);
        assertThat(records.stream()
                        .collect(Collectors.groupingBy(
                                ConsumerRecord::partition,
                                Collectors.mapping(ConsumerRecord::value, Collectors.toList()))))
                .isEqualTo(Map.of(0, List.of("a", "d"), 1, List.of("b", "e"), 2, List.of("c")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void servesBothGroupProtocols(String protocol) {
        String topic = topic(2);
        TopicLoader.load(broker.bootstrap(), topic, text("a\nb\nc\n"));

        assertThat(TopicReader.byGroup(broker.bootstrap(), topic, protocol, 3))
                .containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void aTopicThatIsThereWithAsManyPartitionsIsFine() {
        String topic = topic(2);

        TopicLoader.createTopic(broker.bootstrap(), topic, 2);

        assertThatThrownBy(() -> TopicLoader.createTopic(broker.bootstrap(), topic, 3))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("there already with 2 partitions, not 3");
    }

    @Test
    void namesTheRowThatTheBrokerDoesNotTake() {
        String topic = topic(1);
        String tooLarge = "x".repeat(3_000_000);

        assertThatThrownBy(() -> TopicLoader.load(broker.bootstrap(), topic, text("a\nb\n" + tooLarge + "\nc\n")))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("row 3 of text was not taken by topic " + topic);
    }

    @Test
    void keepsRecordsAndClusterOverARestart() {
        BrokerOptions options = BrokerOptions.temporary().withData(folder.resolve("data"));
        try (EmbeddedBroker first = EmbeddedBroker.start(options)) {
            TopicLoader.createTopic(first.bootstrap(), "kept", 1);
            TopicLoader.load(first.bootstrap(), "kept", text("a\nb\n"));
        }
        try (EmbeddedBroker second = EmbeddedBroker.start(options)) {
            assertThat(TopicReader.all(second.bootstrap(), "kept"))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("a", "b");
        }
        assertThat(folder.resolve("data")).exists();
    }

    @Test
    void namesAPortThatIsInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            int port = taken.getLocalPort();

            assertThatThrownBy(
                            () -> EmbeddedBroker.start(BrokerOptions.temporary().withPort(port)))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("take another port");
        }
    }

    @Test
    void refusesAFolderThatIsNotItsOwn() throws IOException {
        Files.writeString(folder.resolve("letter.txt"), "dear");

        assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.temporary().withData(folder)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("take an empty or a new folder");
        assertThat(folder.resolve("letter.txt")).exists();
    }

    @Test
    void refusesAFileInPlaceOfAFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.temporary().withData(file)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void refusesAFolderThatAnotherBrokerUses() {
        BrokerOptions same = BrokerOptions.temporary().withData(broker.data());

        assertThatThrownBy(() -> EmbeddedBroker.start(same))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("in use by another broker");
    }

    @Test
    void namesAWrongProperty() {
        BrokerOptions wrong = BrokerOptions.temporary().with("num.io.threads", "many");

        assertThatThrownBy(() -> EmbeddedBroker.start(wrong))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("num.io.threads");
    }

    private static String topic(int partitions) {
        String name = "topic-" + UUID.randomUUID();
        TopicLoader.createTopic(broker.bootstrap(), name, partitions);
        return name;
    }

    private static Source text(String text) {
        return Source.lines("text", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static Map<String, Long> counts(
            List<ConsumerRecord<String, String>> records, Function<ConsumerRecord<String, String>, String> by) {
        return records.stream().collect(Collectors.groupingBy(by, Collectors.counting()));
    }
}

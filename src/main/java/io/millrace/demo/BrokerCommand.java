package io.millrace.demo;

import io.millrace.broker.BrokerException;
import io.millrace.broker.BrokerLogging;
import io.millrace.broker.BrokerOptions;
import io.millrace.broker.EmbeddedBroker;
import io.millrace.broker.Source;
import io.millrace.broker.TopicLoader;
import io.millrace.cli.ExitCodes;
import io.millrace.cli.Logs;
import io.millrace.cli.Signals;
import io.millrace.cli.Terminal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code broker}: a real single-node broker to try things on, until a signal. */
@Command(
        name = "broker",
        mixinStandardHelpOptions = true,
        description = "Runs a real single-node Kafka broker on localhost, to try things on. Prints READY when loaded.")
final class BrokerCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9092",
            description = "Where it listens; 0: a free port. Default 9092.")
    int port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keeps its data there. Default: a folder that goes with it.")
    Path data;

    @Option(names = "--topic", paramLabel = "NAME:PARTITIONS", description = "Makes a topic; repeatable.")
    String[] topics = {};

    @Option(
            names = "--load",
            paramLabel = "TOPIC=FILE",
            description = "Loads a file: .csv as key and value (header skipped, columns 0 and 1), anything else line by"
                    + " line; .gz is unpacked; repeatable.")
    String[] loads = {};

    @Override
    public Integer call() {
        Map<String, Integer> wanted = wantedTopics();
        Map<String, Path> files = filesToLoad(wanted);
        BrokerLogging.quiet();
        Logs.configure("WARN");
        BrokerLogging.quiet();
        try (EmbeddedBroker broker =
                EmbeddedBroker.start(new BrokerOptions(port, Optional.ofNullable(data), Map.of()))) {
            wanted.forEach((name, partitions) -> TopicLoader.createTopic(broker.bootstrap(), name, partitions));
            files.forEach((topic, file) -> load(broker, topic, file));
            Terminal.OUT.println("READY " + broker.bootstrap());
            return ExitCodes.ofSignal(Signals.await());
        } catch (BrokerException e) {
            Terminal.ERR.println("millrace broker: " + e.getMessage());
            return ExitCodes.FAILED;
        }
    }

    private static void load(EmbeddedBroker broker, String topic, Path file) {
        long count = TopicLoader.load(broker.bootstrap(), topic, Source.of(file));
        Terminal.ERR.println(String.format(Locale.ROOT, "%,d records of %s in %s", count, file, topic));
    }

    private Map<String, Integer> wantedTopics() {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (String text : topics) {
            int colon = text.lastIndexOf(':');
            String number = text.substring(colon + 1);
            if (colon < 1 || !number.matches("[1-9]\\d{0,4}")) {
                throw usage("--topic " + text + ": write NAME:PARTITIONS, such as orders:8");
            }
            wanted.put(text.substring(0, colon), Integer.parseInt(number));
        }
        return wanted;
    }

    private Map<String, Path> filesToLoad(Map<String, Integer> wanted) {
        Map<String, Path> files = new LinkedHashMap<>();
        for (String text : loads) {
            int equals = text.indexOf('=');
            if (equals < 1 || equals == text.length() - 1) {
                throw usage("--load " + text + ": write TOPIC=FILE, such as orders=orders.csv");
            }
            String topic = text.substring(0, equals);
            if (!wanted.containsKey(topic) && data == null) {
                throw usage("--load " + text + ": make the topic as well: --topic " + topic + ":8");
            }
            files.put(topic, Path.of(text.substring(equals + 1)));
        }
        return files;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

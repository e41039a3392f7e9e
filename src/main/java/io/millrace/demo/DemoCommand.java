package io.millrace.demo;

import io.millrace.broker.BrokerException;
import io.millrace.broker.BrokerOptions;
import io.millrace.broker.BrokerProcess;
import io.millrace.cli.ExitCodes;
import io.millrace.cli.Logs;
import io.millrace.cli.Signals;
import io.millrace.cli.Terminal;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code demo}: a real broker, real data, a job, a summary. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Runs a job on real data, with a broker of its own.")
final class DemoCommand implements Callable<Integer> {
    private static final Duration BROKER_START = Duration.ofSeconds(60);

    /** The demos by name. */
    enum Name {
        /** The count of places by country, by four workers. */
        COUNT,
        /** Consumers join a group one after the other, then a second group reads the same. */
        GROUPS
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = "count",
            description = {
                "count: the count of 171,075 places by country (default);",
                "groups: consumers join a group, then a second group reads the same."
            })
    Name name;

    @Option(names = "--keep", description = "Keeps the broker and its data until Ctrl-C.")
    boolean keep;

    @Override
    public Integer call() {
        Logs.configure("WARN");
        Steps steps = new Steps(3);
        try (BrokerProcess broker = steps.run(
                "starting a real Kafka broker in a process of its own",
                () -> BrokerProcess.start(BrokerOptions.temporary(), BROKER_START),
                started -> "ready at " + started.bootstrap())) {
            int partitions = name == Name.GROUPS ? GroupsDemo.PARTITIONS : CountDemo.PARTITIONS;
            long loaded = steps.run(
                    "loading places of the world into topic " + Cities.TOPIC + ", " + partitions + " partitions",
                    () -> Cities.load(broker.bootstrap(), partitions),
                    count -> String.format(Locale.ROOT, "%,d records, key = place, value = country", count));
            int code = name == Name.GROUPS
                    ? new GroupsDemo(broker.bootstrap(), loaded).run(steps)
                    : new CountDemo(broker.bootstrap()).run(steps);
            if (keep && code == ExitCodes.OK) {
                Terminal.ERR.println("The broker stays at " + broker.bootstrap() + " until Ctrl-C.");
                Signals.await();
            }
            return code;
        } catch (BrokerException e) {
            Terminal.ERR.println("millrace demo: " + e.getMessage());
            return ExitCodes.FAILED;
        }
    }
}

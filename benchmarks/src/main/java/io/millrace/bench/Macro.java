package io.millrace.bench;

import io.millrace.broker.BrokerOptions;
import io.millrace.broker.BrokerProcess;
import io.millrace.broker.TopicLoader;
import io.millrace.cli.Logs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * Runs macro benchmarks: {@code FOLDER PAIRS NAME…}. For each: the data is produced once, both sides warm up in turn,
 * then pairs are measured, the engine first in every other one.
 */
public final class Macro {
    private static final int BROKER_HEAP_MEGABYTES = 1_024;
    private static final Duration BROKER_START = Duration.ofSeconds(60);
    /** After fewer the compiler still works beside the consumer, and the first few runs differ by a factor of two. */
    private static final int WARMUPS = Integer.getInteger("bench.warmups", 5);

    private Macro() {}

    public static void main(String[] args) throws IOException {
        Logs.configure("WARN");
        Path folder = Path.of(args[0]);
        int pairs = Integer.parseInt(args[1]);
        List<Workload> workloads = List.of(args).subList(2, args.length).stream()
                .map(Workload::named)
                .toList();
        for (Workload workload : workloads) {
            Report report = measure(workload, pairs);
            report.print(System.out);
            report.write(folder);
        }
    }

    private static Report measure(Workload workload, int count) {
        try (BrokerProcess broker =
                        BrokerProcess.start(BrokerOptions.temporary(), BROKER_START, BROKER_HEAP_MEGABYTES);
                Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap()))) {
            say("%s: producing %,d records", workload.name(), workload.records());
            TopicLoader.createTopic(broker.bootstrap(), workload.name(), Workload.PARTITIONS);
            TopicLoader.load(broker.bootstrap(), workload.name(), new GeneratedSource(workload));
            Sides sides = new Sides(workload, broker.bootstrap(), broker.pid(), admin);
            for (int pass = 0; pass < WARMUPS; pass++) {
                tell("warm-up " + (pass + 1), pair(sides, pass % 2 == 0));
            }
            return new Report(workload, WARMUPS, count, pairs(sides, count));
        }
    }

    /** So many pairs that others did not disturb, if that takes no more than twice as many in all. */
    private static List<Pair> pairs(Sides sides, int count) {
        List<Pair> pairs = new ArrayList<>();
        int quiet = 0;
        while (quiet < count && pairs.size() < 2 * count) {
            Pair pair = pair(sides, pairs.size() % 2 == 0);
            pairs.add(pair);
            quiet += pair.isQuiet() ? 1 : 0;
            tell("pair " + pairs.size(), pair);
        }
        return pairs;
    }

    private static Pair pair(Sides sides, boolean engineFirst) {
        Window bare = null;
        if (!engineFirst) {
            System.gc();
            bare = sides.bare();
        }
        System.gc();
        Sides.EngineResult engine = sides.engine();
        if (engineFirst) {
            System.gc();
            bare = sides.bare();
        }
        return new Pair(engineFirst, engine, bare);
    }

    private static void tell(String what, Pair pair) {
        say(
                "%-10s engine %,.0f/s, bare %,.0f/s, ratio %.3f, others %.0f %% of a core",
                what, pair.engine().window().perSecond(), pair.bare().perSecond(), pair.ratio(), pair.others() * 100);
    }

    private static void say(String format, Object... arguments) {
        System.err.printf(Locale.ROOT, format + "%n", arguments);
    }
}

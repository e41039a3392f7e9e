package io.millrace.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** What a benchmark came to, as a table and as JSON. One thread. */
final class Report {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Workload workload;
    private final int warmups;
    private final List<Pair> pairs;
    private final List<Pair> quiet;
    private final boolean busy;
    private final Map<String, String> surroundings = Surroundings.read();

    /** @param wanted so many quiet pairs: where there are fewer, all pairs count */
    Report(Workload workload, int warmups, int wanted, List<Pair> pairs) {
        this.workload = workload;
        this.warmups = warmups;
        this.pairs = List.copyOf(pairs);
        this.quiet = pairs.stream().filter(Pair::isQuiet).toList();
        this.busy = quiet.size() < wanted;
    }

    void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%n%s: %,d records, %d partitions, 1 worker; %d pairs after %d warm-up passes of each side%n%n",
                workload.name(),
                workload.records(),
                Workload.PARTITIONS,
                pairs.size(),
                warmups);
        out.printf(
                "%4s  %6s  %7s %9s %9s  %9s  %9s  %11s  %7s  %6s%n",
                "", "", "", "rec/s", "", "CPU ns", "thread ns", "bytes", "", "others");
        out.printf(
                "%4s  %6s  %7s %9s %9s  %4s %4s  %4s %4s  %5s %5s  %7s  %6s%n",
                "pair", "first", "ratio", "engine", "bare", "eng", "bare", "eng", "bare", "eng", "bare", "commits",
                "% core");
        int number = 0;
        for (Pair pair : pairs) {
            number++;
            row(out, number, pair);
        }
        out.println();
        List<Pair> counted = counted();
        line(out, "records/s, engine/bare", Pair::ratio, counted);
        line(out, "CPU/record, process", Pair::cpuRatio, counted);
        line(out, "CPU/record, poll thread", Pair::threadCpuRatio, counted);
        line(out, "bytes/record", Pair::bytesRatio, counted);
        if (busy) {
            out.printf(
                    Locale.ROOT,
                    "the machine was busy: in %d of %d pairs (*) others used over %.0f %% of a core; do not trust"
                            + " this%n",
                    pairs.size() - quiet.size(),
                    pairs.size(),
                    Pair.QUIET * 100);
        } else if (quiet.size() < pairs.size()) {
            out.printf(
                    Locale.ROOT,
                    "left out: %d pairs (*) in which others used over %.0f %% of a core%n",
                    pairs.size() - quiet.size(),
                    Pair.QUIET * 100);
        }
        double median = sample(Pair::ratio, counted).median();
        out.printf(
                Locale.ROOT,
                "%nratio %.3f, target %.2f: %s%n%n",
                median,
                workload.target(),
                busy ? "not judged" : median >= workload.target() ? "reached" : "missed");
        surroundings.forEach((name, value) -> out.printf("%-14s %s%n", name, value));
    }

    private static void row(PrintStream out, int number, Pair pair) {
        Window engine = pair.engine().window();
        Window bare = pair.bare();
        out.printf(
                Locale.ROOT,
                "%4d  %6s  %7.3f %,9.0f %,9.0f  %4.0f %4.0f  %4.0f %4.0f  %5.1f %5.1f  %7d  %5.0f%s%n",
                number,
                pair.engineFirst() ? "engine" : "bare",
                pair.ratio(),
                engine.perSecond(),
                bare.perSecond(),
                engine.cpuPerRecord(),
                bare.cpuPerRecord(),
                engine.threadCpuPerRecord(),
                bare.threadCpuPerRecord(),
                engine.bytesPerRecord(),
                bare.bytesPerRecord(),
                pair.engine().commits(),
                pair.others() * 100,
                pair.isQuiet() ? "" : " *");
    }

    private static void line(PrintStream out, String what, Function<Pair, Double> figure, List<Pair> of) {
        Sample sample = sample(figure, of);
        double[] interval = sample.interval();
        out.printf(
                Locale.ROOT,
                "%-24s median %.3f  (95 %% %.3f to %.3f, min %.3f, max %.3f, n %d)%n",
                what,
                sample.median(),
                interval[0],
                interval[1],
                sample.min(),
                sample.max(),
                sample.size());
    }

    private List<Pair> counted() {
        return busy ? pairs : quiet;
    }

    private static Sample sample(Function<Pair, Double> figure, List<Pair> of) {
        return new Sample(of.stream().map(figure).toList());
    }

    void write(Path folder) throws IOException {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("name", workload.name());
        root.put("records", workload.records());
        root.put("partitions", Workload.PARTITIONS);
        root.put("warmups", warmups);
        root.put("target", workload.target());
        ObjectNode on = root.putObject("surroundings");
        surroundings.forEach(on::put);
        ObjectNode summary = root.putObject("summary");
        List<Pair> counted = counted();
        summary.put("busy", busy);
        put(summary.putObject("ratio"), sample(Pair::ratio, counted));
        put(summary.putObject("cpu-ratio"), sample(Pair::cpuRatio, counted));
        put(summary.putObject("thread-cpu-ratio"), sample(Pair::threadCpuRatio, counted));
        put(summary.putObject("bytes-ratio"), sample(Pair::bytesRatio, counted));
        put(
                summary.putObject("engine-records-per-second"),
                sample(pair -> pair.engine().window().perSecond(), counted));
        put(
                summary.putObject("bare-records-per-second"),
                sample(pair -> pair.bare().perSecond(), counted));
        ArrayNode all = root.putArray("pairs");
        for (Pair pair : pairs) {
            ObjectNode node = all.addObject();
            node.put("first", pair.engineFirst() ? "engine" : "bare");
            node.put("ratio", pair.ratio());
            node.put("quiet", pair.isQuiet());
            ObjectNode engine = node.putObject("engine");
            put(engine, pair.engine().window());
            engine.put("active-seconds", pair.engine().activeSeconds());
            engine.put("commits", pair.engine().commits());
            put(node.putObject("bare"), pair.bare());
        }
        Files.createDirectories(folder);
        MAPPER.writerWithDefaultPrettyPrinter()
                .writeValue(folder.resolve(workload.name() + ".json").toFile(), root);
    }

    private static void put(ObjectNode node, Sample sample) {
        node.put("median", sample.median());
        node.put("low95", sample.interval()[0]);
        node.put("high95", sample.interval()[1]);
        node.put("min", sample.min());
        node.put("max", sample.max());
        node.put("n", sample.size());
    }

    private static void put(ObjectNode node, Window window) {
        node.put("seconds", window.nanos() / 1e9);
        node.put("records-per-second", window.perSecond());
        node.put("cpu-nanos-per-record", window.cpuPerRecord());
        node.put("thread-cpu-nanos-per-record", window.threadCpuPerRecord());
        node.put("bytes-per-record", window.bytesPerRecord());
        node.put("broker-cores", window.brokerShare());
        node.put("others-cores", window.othersShare());
        node.put("collections", window.collections());
    }
}

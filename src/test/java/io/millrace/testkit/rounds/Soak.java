package io.millrace.testkit.rounds;

import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.loops.WrongEngine;
import io.millrace.testkit.loops.real.LoopSoak;
import io.millrace.testkit.proxy.ProxiedBroker;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code scripts/soak}: as many rounds as asked on one broker, a line for each. The main thread, once. */
@Command(
        name = "soak",
        usageHelpAutoWidth = true,
        description = {
            "Runs engines on a real broker, lets something go wrong, and judges what they did with their records.",
            "Exit code 0: every promise was kept; 1: a verdict is fatal; 2: wrong arguments; 3: too many rounds were"
                    + " void."
        })
public final class Soak implements Callable<Integer> {
    private static final int FATAL = 1;
    private static final int USAGE = 2;
    private static final int VOID = 3;
    private static final String ALL = "all";
    /** What tries the ledger and not the engine. */
    private static final Map<String, String> LOOPS = new TreeMap<>(Map.of(
            LoopSoak.CORRECT, "loops that keep the promise, with everything that goes wrong: none may be convicted",
            LoopSoak.WRONG, "loops that are wrong on purpose: each must be convicted within so many rounds"));

    private final PrintStream out;

    @Parameters(
            arity = "0..1",
            defaultValue = ALL,
            paramLabel = "SCENARIO",
            description =
                    "What goes wrong; all of them, so many rounds each: ${DEFAULT-VALUE}. --list names them, and what"
                            + " tries the ledger itself.")
    String scenario;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "4", description = "How many rounds. Default: 4.")
    int rounds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "The first round's seed; each next round's is one higher. Default: drawn and printed.")
    Long seed;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "How offsets are moved: ${COMPLETION-CANDIDATES}. Default: by the seed, in turn.")
    Variant.Mode mode;

    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL",
            description = "The group's protocol: ${COMPLETION-CANDIDATES}. Default: by the seed, in turn.")
    Variant.Protocol protocol;

    @Option(names = "--lean", description = "Smaller rounds with fewer records, as the tests run them.")
    boolean lean;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many rounds at a time; the machine must not stall by it. Default: 1.")
    int jobs;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description =
                    "Where witnesses are kept, those of rounds that went well too. Default: a temporary folder, and"
                            + " only what is fatal is kept.")
    Path keep;

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "With wrong-loops: this one alone (${COMPLETION-CANDIDATES}). Default: all.")
    WrongEngine engine;

    @Option(names = "--list", description = "Names the scenarios, and nothing more.")
    boolean list;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Says what the options mean.")
    boolean help;

    Soak(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new Soak(System.out))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() {
        if (list) {
            Scenarios.all().forEach(one -> out.printf("%-22s  %s%n", one.name(), one.summary()));
            LOOPS.forEach((name, summary) -> out.printf("%-22s  %s%n", name, summary));
            return 0;
        }
        String refusal = refusal();
        if (refusal != null) {
            System.err.println("soak: " + refusal);
            return USAGE;
        }
        return LOOPS.containsKey(scenario) ? loops() : soak(chosen());
    }

    /** What is wrong with the arguments, or null. */
    private String refusal() {
        if (rounds < 1 || jobs < 1) {
            return "--rounds and --jobs must be 1 or more";
        }
        if (engine != null && !scenario.equals(LoopSoak.WRONG)) {
            return "--engine is for " + LoopSoak.WRONG;
        }
        if (LOOPS.containsKey(scenario)) {
            return mode == null && protocol == null && !lean
                    ? null
                    : "--mode, --protocol and --lean are for scenarios; the seed decides them for " + scenario;
        }
        if (chosen().isEmpty()) {
            return "no scenario is named " + scenario + "; there are: " + ALL + ", "
                    + String.join(", ", Scenarios.names()) + ", " + String.join(", ", LOOPS.keySet());
        }
        return chosen().stream().anyMatch(this::suits)
                ? null
                : scenario + " has nothing to do with " + mode
                        + ": take another --mode, or none and let the seed decide";
    }

    private boolean suits(Scenario one) {
        return mode == null || one.suits(mode);
    }

    private int loops() {
        long first = firstSeed();
        Path folder = folder();
        out.println("soak: " + scenario + ", " + rounds + " rounds, the first seed is " + first + ", witnesses in "
                + folder);
        LoopSoak soak = new LoopSoak(out, folder, keep != null);
        LoopSoak.Outcome outcome =
                scenario.equals(LoopSoak.CORRECT) ? soak.correct(first, rounds) : soak.wrong(engines(), first, rounds);
        deleteIfEmpty(folder);
        return switch (outcome) {
            case GOOD -> 0;
            case BAD -> FATAL;
            case VOID -> VOID;
        };
    }

    private List<WrongEngine> engines() {
        return engine == null ? List.of(WrongEngine.values()) : List.of(engine);
    }

    private long firstSeed() {
        return seed == null ? System.currentTimeMillis() % 1_000_000 : seed;
    }

    private List<Scenario> chosen() {
        Optional<Scenario> one = Scenarios.find(scenario);
        return scenario.equals(ALL) ? Scenarios.all() : one.map(List::of).orElseGet(List::of);
    }

    private int soak(List<Scenario> chosen) {
        long first = firstSeed();
        Path folder = folder();
        out.println("soak: " + rounds + " rounds of "
                + String.join(", ", chosen.stream().map(Scenario::name).toList()) + ", the first seed is " + first
                + ", witnesses in " + folder);
        SoakTotals totals = new SoakTotals();
        boolean isEnough = true;
        Path archive = folder.resolve("archive");
        try (ProxiedBroker broker = ProxiedBroker.start()) {
            Warmup.run(broker, archive);
            for (Scenario one : chosen) {
                isEnough &= soak(broker, one, first, folder, totals);
            }
        }
        out.println(totals);
        delete(archive);
        deleteIfEmpty(folder);
        if (totals.isFatal()) {
            return FATAL;
        }
        return isEnough ? 0 : VOID;
    }

    private boolean soak(ProxiedBroker broker, Scenario one, long first, Path folder, SoakTotals totals) {
        if (!suits(one)) {
            out.println("soak: left out is " + one.name() + ", which has nothing to do with " + mode);
            return true;
        }
        RoundSeries.Plan plan = new RoundSeries.Plan(broker, one, mode, protocol, lean, folder);
        return new RoundSeries(plan, first, rounds, result -> {
                    totals.add(result);
                    report(result);
                })
                .run(jobs);
    }

    private void report(RoundResult result) {
        out.println(result.line());
        if (result.outcome() != RoundFindings.Outcome.CLEAN) {
            out.println(result.story());
        }
        if (result.outcome() == RoundFindings.Outcome.FATAL) {
            write(result);
            out.println("    witnesses: " + result.folder());
        } else if (keep == null) {
            delete(result.folder());
        } else {
            write(result);
        }
    }

    private Path folder() {
        try {
            return keep == null
                    ? Files.createTempDirectory("millrace-soak-")
                    : Files.createDirectories(keep).toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteIfEmpty(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findFirst().isEmpty()) {
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(RoundResult result) {
        try {
            Files.writeString(result.folder().resolve("verdict.txt"), result + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be deleted", e);
        }
    }
}

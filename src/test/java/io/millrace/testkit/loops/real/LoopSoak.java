package io.millrace.testkit.loops.real;

import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.ledger.VerdictKind;
import io.millrace.testkit.loops.WrongEngine;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rounds of {@code scripts/soak} that try the checker and not the engine, a line for each. One thread. */
public final class LoopSoak {
    /** What they are asked for by. */
    public static final String CORRECT = "correct-loop";

    public static final String WRONG = "wrong-loops";

    /** How it went: the exit code. */
    public enum Outcome {
        /** The correct loops are clean; each wrong engine is convicted. */
        GOOD,
        BAD,
        /** Too many rounds proved nothing. */
        VOID
    }

    private static final int AT_ONCE = 4;

    private final PrintStream out;
    private final Path folder;
    private final boolean keepsAll;

    /**
     * @param folder gets the witnesses of each round
     * @param keepsAll whether those of rounds are kept too that went as they should
     */
    public LoopSoak(PrintStream out, Path folder, boolean keepsAll) {
        this.out = out;
        this.folder = folder;
        this.keepsAll = keepsAll;
    }

    /** So many rounds of the correct loops. */
    public Outcome correct(long firstSeed, int rounds) {
        try (LoopRounds all = new LoopRounds(folder, AT_ONCE)) {
            List<LoopResult> results = all.correct(firstSeed, rounds, this::tell);
            Seen seen = results.stream().map(LoopResult::seen).reduce(Seen.NOTHING, Seen::plus);
            long fatal = count(results, RoundFindings.Outcome.FATAL);
            long voids = count(results, RoundFindings.Outcome.VOID);
            long records = results.stream()
                    .mapToLong(result -> result.findings().records())
                    .sum();
            out.printf(
                    Locale.ROOT,
                    "%d rounds, %d fatal, %d void; %d records; seen: %s%n",
                    rounds,
                    fatal,
                    voids,
                    records,
                    seen);
            return fatal > 0 ? Outcome.BAD : voids > 0 ? Outcome.VOID : Outcome.GOOD;
        }
    }

    private static long count(List<LoopResult> results, RoundFindings.Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    private void tell(LoopResult result) {
        out.println(result.line());
        boolean isFatal = result.outcome() == RoundFindings.Outcome.FATAL;
        if (result.outcome() != RoundFindings.Outcome.CLEAN) {
            out.print(result.story());
            out.println("    again: scripts/soak " + CORRECT + " --rounds 1 --seed " + result.seed());
        }
        if (isFatal) {
            out.println("    witnesses: " + result.folder());
        }
        keepOrDelete(result, isFatal);
    }

    /** Each of these engines, for so many rounds at the most. */
    public Outcome wrong(List<WrongEngine> engines, long firstSeed, int rounds) {
        try (LoopRounds all = new LoopRounds(folder, AT_ONCE)) {
            List<LoopRounds.Trial> trials = all.wrong(engines, firstSeed, rounds, result -> {
                out.println(result.line());
                keepOrDelete(result, false);
            });
            trials.forEach(trial -> out.println(text(trial, rounds)));
            return trials.stream().allMatch(trial -> trial.missing().isEmpty()) ? Outcome.GOOD : Outcome.BAD;
        }
    }

    private static String text(LoopRounds.Trial trial, int rounds) {
        String named = text(trial.engine().named().stream());
        return trial.missing().isEmpty()
                ? String.format("%-32s convicted of %s by seed %d", trial.engine(), named, trial.lastSeed())
                : String.format(
                        "%-32s not convicted of %s in %d rounds",
                        trial.engine(), text(trial.missing().stream()), rounds);
    }

    private static String text(Stream<VerdictKind> kinds) {
        return kinds.sorted().map(VerdictKind::name).collect(Collectors.joining(" and "));
    }

    private void keepOrDelete(LoopResult result, boolean isFatal) {
        try {
            if (isFatal || keepsAll) {
                Files.writeString(result.folder().resolve("verdict.txt"), result.toString());
                return;
            }
            try (Stream<Path> files = Files.list(result.folder())) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(result.folder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.millrace.testkit.ledger.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.VerdictKind;
import io.millrace.testkit.loops.WrongEngine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A green run means something only if a wrong engine is found out: each is convicted by the verdicts that are named for
 * it within so many seeds. {@code -Dmillrace.ledger.seed=N} runs one seed and prints what was found.
 */
class WrongEnginesTest {
    private static final int SEEDS = 20;

    @ParameterizedTest
    @EnumSource
    void isConvicted(WrongEngine engine) {
        Set<VerdictKind> missing = EnumSet.copyOf(engine.named());
        List<String> found = new ArrayList<>();
        LongStream seeds = Seeds.upTo(SEEDS);
        for (long seed : (Iterable<Long>) seeds::iterator) {
            Simulation simulation = new Simulation(seed, engine.kind());
            Report report = new Checker(simulation.plan()).check(simulation.run());
            missing.removeAll(report.kinds());
            found.add("seed " + seed + ": " + (Seeds.isOne() ? report : report.summary()));
            if (missing.isEmpty()) {
                break;
            }
        }
        if (Seeds.isOne()) {
            System.out.println(engine + ": " + found);
        }
        assertThat(missing).as("%s is not convicted by %s", engine, found).isEmpty();
    }
}

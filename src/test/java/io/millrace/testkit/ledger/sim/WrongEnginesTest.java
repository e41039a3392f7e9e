package io.millrace.testkit.ledger.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.VerdictKind;
import io.millrace.testkit.loops.WrongEngine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A green run means something only if a wrong engine is found out: each is convicted by the verdicts that are named for
 * it within so many seeds. {@code -Dmillrace.ledger.seed=N} runs one seed and prints what was found,
 * {@code -Dledger.engine=NAME} one engine.
 */
class WrongEnginesTest {
    private static final int SEEDS = 20;
    private static final WrongEngine ONLY = Optional.ofNullable(System.getProperty("ledger.engine"))
            .map(WrongEngine::valueOf)
            .orElse(null);

    private static String last(List<String> found) {
        return found.get(found.size() - 1);
    }

    @ParameterizedTest
    @EnumSource
    void isConvicted(WrongEngine engine) {
        assumeTrue(ONLY == null || ONLY == engine, "another one was asked for");
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
            // One seed need not show each fault: it is run to be read.
            System.out.println(engine + ": " + found);
            return;
        }
        System.out.println(engine + ": after " + found.size() + " seeds, of which the last was " + last(found));
        assertThat(missing).as("%s is not convicted by %s", engine, found).isEmpty();
    }
}

package io.millrace.testkit.ledger.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.Implications;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.VerdictKind;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One anomaly is planted into a clean run: the checker finds that one, and no other than {@link Implications} allows.
 * {@code -Dmillrace.ledger.seed=N} runs one seed.
 */
class PlantedAnomalyTest {
    private static final int SEEDS = 30;
    private static final int FEWEST_PLANTED = 15;

    @ParameterizedTest
    @EnumSource(names = "V12", mode = EnumSource.Mode.EXCLUDE)
    void isFoundAlone(VerdictKind kind) {
        int[] planted = {0};
        Seeds.upTo(SEEDS).forEach(seed -> {
            Simulation simulation = seed % 2 == 0 ? Simulation.sync(seed) : Simulation.async(seed);
            RunEdit run = new RunEdit(simulation.run(), simulation.plan(), seed);
            if (kind != VerdictKind.V15) {
                // What is planted into a journal is nothing that the engine has miscounted.
                run.observer().removeIf(JournalEvent.Counters.class::isInstance);
            }
            Report clean = new Checker(run.plan).check(run.witnesses());
            assertThat(clean.isClean()).as("seed %d before: %s", seed, clean).isTrue();
            if (plant(kind, run, clean)) {
                planted[0]++;
                Report report = new Checker(run.plan).check(run.witnesses());
                Set<VerdictKind> allowed = EnumSet.of(kind);
                allowed.addAll(Implications.of(kind));
                assertThat(report.kinds()).as("seed %d: %s", seed, report).contains(kind);
                assertThat(allowed).as("seed %d: %s", seed, report).containsAll(report.kinds());
            }
        });
        assertThat(planted[0])
                .as("runs with a place for %s", kind)
                .isGreaterThanOrEqualTo(Seeds.isOne() ? 0 : FEWEST_PLANTED);
    }

    private static boolean plant(VerdictKind kind, RunEdit run, Report clean) {
        return switch (kind) {
            case V1 -> Plants.lost(run);
            case V2 -> Plants.committedAhead(run);
            case V3 -> Plants.repeated(run);
            case V4 -> Plants.overBound(run, clean.largestBreak());
            case V5 -> Plants.regressed(run);
            case V6 -> Plants.outOfOrder(run);
            case V7 -> Plants.skipped(run);
            case V8 -> Plants.rewound(run);
            case V9 -> PlantsInTime.ownedTwice(run);
            case V10 -> Plants.phantom(run);
            case V11 -> Plants.dropped(run);
            case V12 -> false;
            case V13 -> PlantsInTime.stuck(run);
            case V14 -> PlantsInTime.green(run);
            case V15 -> Plants.miscounted(run);
            case V16 -> PlantsInTime.incomplete(run);
        };
    }
}

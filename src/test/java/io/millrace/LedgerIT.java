package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.proxy.ProxiedBroker;
import io.millrace.testkit.rounds.Round;
import io.millrace.testkit.rounds.RoundResult;
import io.millrace.testkit.rounds.Scenario;
import io.millrace.testkit.rounds.Scenarios;
import io.millrace.testkit.rounds.Variant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The promise of delivery, judged by the ledger: each scenario once on a real broker, with how commits are made and the
 * group's protocol in turn. The seed is another one each time and printed; {@code -Dsoak.seed=N} runs one again.
 * {@code scripts/soak} runs many.
 */
@EnabledIfSystemProperty(
        named = "ledger.rounds",
        matches = "true",
        disabledReason = "the rounds are young: a busy machine can make one void three times; -Dledger.rounds=true")
class LedgerIT {
    private static final long SEED = Long.getLong("soak.seed", System.currentTimeMillis() % 1_000_000);
    /** A round may prove nothing, as on a machine that stalls; not so many in a row. */
    private static final int TRIES = 3;

    @TempDir
    static Path folder;

    private static ProxiedBroker broker;

    @BeforeAll
    static void start() {
        System.out.println("ledger: -Dsoak.seed=" + SEED);
        broker = ProxiedBroker.start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    static List<Scenario> scenarios() {
        return Scenarios.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void keepsItsPromise(Scenario scenario) {
        long seed = SEED + Scenarios.all().indexOf(scenario);
        RoundResult result = new Round(broker, scenario, Variant.of(seed), seed, folder).run();
        System.out.println("ledger: " + result.line());
        for (int tried = 1; result.outcome() == RoundResult.Outcome.VOID && tried < TRIES; tried++) {
            System.out.println(result.story());
            result = new Round(broker, scenario, Variant.of(seed), seed + tried * 100L, folder).run();
            System.out.println("ledger: " + result.line());
        }
        assertThat(result.outcome()).as(result.toString()).isEqualTo(RoundResult.Outcome.CLEAN);
    }
}

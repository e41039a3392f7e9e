package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.proxy.ProxiedBroker;
import io.millrace.testkit.rounds.Round;
import io.millrace.testkit.rounds.RoundResult;
import io.millrace.testkit.rounds.Scenario;
import io.millrace.testkit.rounds.Scenarios;
import io.millrace.testkit.rounds.Variant;
import io.millrace.testkit.rounds.Warmup;
import io.millrace.testkit.witness.EngineArchive;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promise of delivery, judged by the ledger: every way to commit with every one of these scenarios on a real
 * broker, the group's protocol in turn by the seed. The seed is another one each time and printed; {@code
 * -Dsoak.seed=N} runs one again. A round is mostly waiting, so several run at a time. {@code scripts/soak} runs many
 * more, and all scenarios.
 */
class LedgerIT {
    private static final long SEED = Long.getLong("soak.seed", System.currentTimeMillis() % 1_000_000);
    private static final int AT_A_TIME = Integer.getInteger("soak.jobs", 4);
    private static final List<String> SCENARIOS = List.of("slow-record", "sigkill", "churn", "clean");
    /** A round may prove nothing, as on a machine that stalls; not so many in a row. */
    private static final int TRIES = 3;

    /** Far enough that no other round of this run has the next one's seed. */
    private static final int NEXT_TRY = 100;

    @TempDir
    static Path folder;

    private static ProxiedBroker broker;
    private static ExecutorService threads;

    @BeforeAll
    static void start() {
        System.out.println("ledger: -Dsoak.seed=" + SEED);
        broker = ProxiedBroker.start();
        Warmup.run(broker, folder.resolve("archive"));
        threads = Executors.newFixedThreadPool(AT_A_TIME, task -> {
            Thread thread = new Thread(task, "ledger-rounds");
            thread.setDaemon(true);
            return thread;
        });
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
        EngineArchive.forget();
        broker.close();
    }

    /** All rounds are begun at once, and each test waits for its own. */
    @TestFactory
    Stream<DynamicTest> keepsItsPromise() {
        Map<String, Future<RoundResult>> rounds = new LinkedHashMap<>();
        for (String scenario : SCENARIOS) {
            for (Variant.Mode mode : Variant.Mode.values()) {
                long seed = SEED + rounds.size();
                Variant variant = Variant.of(seed).with(mode, null);
                rounds.put(
                        variant.mode() + ", " + scenario + ", " + variant.protocol(),
                        threads.submit(() -> play(Scenarios.find(scenario).orElseThrow(), variant, seed)));
            }
        }
        return rounds.entrySet().stream()
                .map(round -> DynamicTest.dynamicTest(round.getKey(), () -> {
                    RoundResult result = round.getValue().get();
                    assertThat(result.outcome()).as(result.toString()).isEqualTo(RoundFindings.Outcome.CLEAN);
                }));
    }

    private static RoundResult play(Scenario scenario, Variant variant, long seed) {
        RoundResult result = null;
        for (int tried = 0; tried < TRIES; tried++) {
            result = Round.lean(broker, scenario, variant, seed + tried * (long) NEXT_TRY, folder)
                    .run();
            System.out.println("ledger: " + result.line());
            if (result.outcome() != RoundFindings.Outcome.VOID) {
                return result;
            }
            System.out.println(result.story());
        }
        return result;
    }
}

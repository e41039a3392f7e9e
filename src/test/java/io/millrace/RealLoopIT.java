package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.loops.real.LoopResult;
import io.millrace.testkit.loops.real.LoopRounds;
import io.millrace.testkit.loops.real.Seen;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The control of the ledger on a real broker: loops that keep the promise are found clean, whatever is done to them. The
 * seeds are others each time and printed; {@code -Dsoak.seed=N} runs the ten from N on again. {@code scripts/soak
 * correct-loop} runs many, {@code scripts/soak wrong-loops} the loops that do not.
 */
class RealLoopIT {
    private static final int ROUNDS = 10;
    private static final int AT_ONCE = 4;
    private static final long SEED = Long.getLong("soak.seed", System.currentTimeMillis() % 1_000_000);

    @TempDir
    private Path folder;

    @Test
    void correctLoopsAreClean() {
        System.out.println("loops: -Dsoak.seed=" + SEED);
        List<LoopResult> results;
        try (LoopRounds rounds = new LoopRounds(folder, AT_ONCE)) {
            results = rounds.correct(SEED, ROUNDS, result -> {
                System.out.println("loops: " + result.line());
                if (result.outcome() != RoundFindings.Outcome.CLEAN) {
                    System.out.println(result.story());
                }
            });
        }

        assertThat(results)
                .allSatisfy(result ->
                        assertThat(result.outcome()).as(result.toString()).isEqualTo(RoundFindings.Outcome.CLEAN));
        Seen seen = results.stream().map(LoopResult::seen).reduce(Seen.NOTHING, Seen::plus);
        // A control that never saw anything odd would be none.
        assertThat(List.of(
                        seen.lostAnswers(),
                        seen.unknownCommits(),
                        seen.markers(),
                        seen.holes(),
                        seen.rewinds(),
                        seen.resets()))
                .as(seen.toString())
                .allMatch(times -> times > 0);
        System.out.println("loops: " + seen);
    }
}

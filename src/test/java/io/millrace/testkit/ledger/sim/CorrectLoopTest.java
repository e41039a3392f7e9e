package io.millrace.testkit.ledger.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.EventStream;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalSource;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.VerdictKind;
import io.millrace.testkit.ledger.Witnesses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * The control against false alarms: whatever is done to them, the correct loops are found clean. A failure names its
 * seed; {@code -Dmillrace.ledger.seed=N} runs that one alone.
 */
class CorrectLoopTest {
    private static final int SEEDS = 200;

    @Test
    void syncIsClean() {
        run("sync", Simulation::sync);
    }

    @Test
    void asyncIsClean() {
        run("async", Simulation::async);
    }

    private static void run(String name, LongFunction<Simulation> simulations) {
        Map<String, Long> seen = new TreeMap<>();
        Seeds.upTo(SEEDS).forEach(seed -> {
            Simulation simulation = simulations.apply(seed);
            Witnesses witnesses = simulation.run();
            Report report = new Checker(simulation.plan()).check(witnesses);
            assertThat(report.isClean())
                    .as("%s, seed %d: %s", name, seed, report)
                    .isTrue();
            assertThat(simulation.isDrained())
                    .as("%s, seed %d was drained", name, seed)
                    .isTrue();
            events(witnesses).forEach(event -> seen.merge(kind(event), 1L, Long::sum));
            seen.merge("repeated", report.repeated(), Long::sum);
            report.counted().stream()
                    .filter(verdict -> verdict.kind() == VerdictKind.V9)
                    .forEach(verdict -> seen.merge("zombie", 1L, Long::sum));
        });
        if (!Seeds.isOne()) {
            // A control that never saw anything odd would be none.
            assertThat(seen)
                    .containsKeys(
                            "repeated",
                            "zombie",
                            "commit applied, answer lost",
                            "commit not applied",
                            "KILL",
                            "STOP",
                            "Lost",
                            "Revoked",
                            "WorkerDead",
                            "OperatorReset",
                            "operator",
                            "out-of-range",
                            "give-back",
                            "retry");
        }
    }

    private static String kind(JournalEvent event) {
        if (event instanceof JournalEvent.Seek seek) {
            return seek.why();
        } else if (event instanceof JournalEvent.Reset reset) {
            return reset.why();
        } else if (event instanceof JournalEvent.Hit hit) {
            return hit.what();
        } else if (event instanceof JournalEvent.Signal signal) {
            return signal.sign().name();
        }
        return event.getClass().getSimpleName();
    }

    private static List<JournalEvent> events(Witnesses witnesses) {
        List<JournalEvent> events = new ArrayList<>();
        for (JournalSource source : witnesses.journals()) {
            EventStream stream = source.open();
            for (JournalEvent event = stream.next(); event != null; event = stream.next()) {
                events.add(event);
            }
        }
        return events;
    }

    @Test
    void aSeedGivesTheSameRunAgain() {
        Witnesses first = Simulation.async(7).run();
        Witnesses second = Simulation.async(7).run();
        assertThat(events(second)).isEqualTo(events(first));
        assertThat(second.commits().commits()).isEqualTo(first.commits().commits());
    }
}

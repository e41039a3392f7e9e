package io.millrace.testkit.ledger.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.EventStream;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalSource;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.VerdictKind;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.loops.LoopKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The control against false alarms: whatever is done to them, the correct loops are found clean. A failure names its
 * seed; {@code -Dmillrace.ledger.seed=N} runs that one alone.
 */
class CorrectLoopTest {
    private static final int SEEDS = 200;

    static List<LoopKind> loops() {
        return LoopKind.ALL;
    }

    @ParameterizedTest
    @MethodSource("loops")
    void isClean(LoopKind kind) {
        run(kind);
    }

    private static void run(LoopKind kind) {
        Map<String, Long> seen = new TreeMap<>();
        Seeds.upTo(SEEDS).forEach(seed -> {
            Simulation simulation = new Simulation(seed, kind);
            Witnesses witnesses = simulation.run();
            Report report = new Checker(simulation.plan()).check(witnesses);
            assertThat(report.isClean())
                    .as("%s, seed %d: %s", kind.name(), seed, report)
                    .isTrue();
            assertThat(simulation.isDrained())
                    .as("%s, seed %d was drained", kind.name(), seed)
                    .isEqualTo(kind != LoopKind.NONE);
            events(witnesses).forEach(event -> seen.merge(kind(event), 1L, Long::sum));
            seen.merge("repeated", report.repeated(), Long::sum);
            report.counted().stream()
                    .forEach(verdict -> seen.merge(
                            verdict.kind() == VerdictKind.V9
                                    ? "zombie"
                                    : verdict.kind().name(),
                            1L,
                            Long::sum));
        });
        if (!Seeds.isOne()) {
            // A control that never saw anything odd would be none.
            assertThat(seen).containsKeys(odd(kind));
        }
    }

    /** What a control must have seen to be one. */
    private static String[] odd(LoopKind kind) {
        List<String> odd = new ArrayList<>(
                List.of("zombie", "KILL", "STOP", "Lost", "Revoked", "WorkerDead", "operator", "out-of-range"));
        DeliveryBound bound = kind.bound(1);
        if (bound.commits()) {
            odd.addAll(List.of("commit applied, answer lost", "commit not applied", "OperatorReset"));
        }
        odd.addAll(bound.isAtMostOnce() ? List.of("V1") : List.of("repeated", "give-back", "retry"));
        return odd.toArray(new String[0]);
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

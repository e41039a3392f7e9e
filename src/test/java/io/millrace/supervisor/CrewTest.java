package io.millrace.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.worker.Deadline;
import io.millrace.worker.LoopBench;
import io.millrace.worker.ScriptedGroup;
import io.millrace.worker.WorkerExit;
import io.millrace.worker.WorkerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CrewTest {
    private static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(10), System::nanoTime);
    }

    private static LoopBench bench() {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        bench.consumer.assignNext(0);
        return bench;
    }

    private static List<WorkerExit> untilEnded(Crew crew) {
        List<WorkerExit> exits = new ArrayList<>();
        await().until(() -> {
            exits.addAll(crew.newExits());
            return crew.hasEnded();
        });
        return exits;
    }

    @Test
    void allAreStoppedTogetherAndEndClean() {
        Crew crew = new Crew(List.of(bench().worker(), bench().worker(), bench().worker()));
        crew.start();
        await().until(() -> crew.snapshots().stream().allMatch(worker -> {
            crew.requestSnapshots();
            return worker.counts().handled() == 5;
        }));
        assertThat(crew.hasEnded()).isFalse();
        crew.stop(soon());
        assertThat(untilEnded(crew)).hasSize(3).allMatch(WorkerExit::clean);
        assertThat(crew.endedClean()).isTrue();
        assertThat(crew.snapshots()).allMatch(worker -> worker.state() == WorkerState.STOPPED);
    }

    @Test
    void oneThatFailsIsToldOnceAndTheOthersGoOn() {
        LoopBench broken = bench();
        broken.handler.failAt(0, 2, new IllegalStateException("scripted"));
        LoopBench whole = bench();
        Crew crew = new Crew(List.of(broken.worker(), whole.worker()));
        crew.start();
        List<WorkerExit> exits = new ArrayList<>();
        await().until(() -> {
            exits.addAll(crew.newExits());
            return exits.size() == 1;
        });
        assertThat(exits.get(0).failure()).isPresent();
        assertThat(crew.hasEnded()).isFalse();
        crew.stop(soon());
        exits.addAll(untilEnded(crew));
        assertThat(exits).hasSize(2);
        assertThat(exits.get(1).failure()).isEmpty();
        assertThat(whole.handler.handled()).hasSize(5);
    }
}

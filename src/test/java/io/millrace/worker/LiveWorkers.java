package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** A worker of scripted parts, and how it must have ended. Stateless. */
final class LiveWorkers {
    private LiveWorkers() {}

    static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(10), System::nanoTime);
    }

    static Worker worker(LoopBench bench) {
        return new Worker(bench.setup(System::nanoTime));
    }

    static void assertClosedOnce(LoopBench bench) {
        assertThat(bench.consumer.closes()).isEqualTo(1);
        assertThat(bench.handler.closes()).isEqualTo(1);
        assertThat(bench.consumer.violations())
                .as("journal:%n%s", bench.journal)
                .isEmpty();
    }

    static void assertClean(WorkerExit exit) {
        assertThat(exit.failure()).isEmpty();
        assertThat(exit.clean()).isTrue();
        assertThat(exit.last().state()).isEqualTo(WorkerState.STOPPED);
    }
}

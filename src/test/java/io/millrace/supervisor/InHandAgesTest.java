package io.millrace.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.worker.Deadline;
import io.millrace.worker.LoopBench;
import io.millrace.worker.ScriptedGroup;
import io.millrace.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InHandAgesTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theAgeCountsFromWhenTheRecordWasFirstSeen() throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 2).commit(0, 0));
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        bench.handler.at(0, 0, () -> awaitLatch(first));
        bench.handler.at(0, 1, () -> awaitLatch(second));
        bench.consumer.assignNext(0);
        Worker worker = bench.worker();
        List<Worker> workers = List.of(worker);
        InHandAges ages = new InHandAges();
        assertThat(ages.inHand(workers, 0)).isEmpty();
        Thread thread = new Thread(worker::call);
        thread.start();
        await().until(() -> worker.inHand() != null);
        ages.look(workers, 10 * SECOND);
        ages.look(workers, 12 * SECOND);
        assertThat(ages.inHand(workers, 15 * SECOND))
                .containsExactly(new Abandoned(ScriptedGroup.partition(0), 0, 0, 5.0));
        first.countDown();
        await().until(() -> worker.inHand() != null && worker.inHand().offset() == 1);
        assertThat(ages.inHand(workers, 16 * SECOND))
                .as("another record, not seen before")
                .containsExactly(new Abandoned(ScriptedGroup.partition(0), 1, 0, 0.0));
        ages.look(workers, 17 * SECOND);
        assertThat(ages.inHand(workers, 18 * SECOND).get(0).runningSeconds()).isEqualTo(1.0);
        worker.stop(Deadline.after(Duration.ofSeconds(10), System::nanoTime));
        second.countDown();
        thread.join();
        ages.look(workers, 19 * SECOND);
        assertThat(ages.inHand(workers, 20 * SECOND)).isEmpty();
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

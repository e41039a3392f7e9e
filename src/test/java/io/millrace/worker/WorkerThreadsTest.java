package io.millrace.worker;

import static io.millrace.worker.LiveWorkers.assertClean;
import static io.millrace.worker.LiveWorkers.assertClosedOnce;
import static io.millrace.worker.LiveWorkers.soon;
import static io.millrace.worker.LiveWorkers.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other threads see of a worker, and do to it. */
@Timeout(120)
class WorkerThreadsTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void theRecordInHandIsSeenByOtherThreads() throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        CountDownLatch release = new CountDownLatch(1);
        bench.handler.at(0, 3, () -> awaitLatch(release));
        bench.consumer.assignNext(0);
        Worker worker = worker(bench);
        assertThat(worker.inHand()).isNull();
        Future<WorkerExit> exit = threads.submit(worker);
        await().until(() -> worker.inHand() != null && worker.inHand().offset() == 3);
        worker.stop(soon());
        release.countDown();
        assertClean(exit.get());
        assertThat(worker.inHand()).isNull();
        assertThat(bench.handler.handled()).containsExactly("0@0", "0@1", "0@2", "0@3");
        assertThat(bench.group.committed(0)).isEqualTo(4);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSnapshotComesOnRequest(boolean withResult) throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        bench.consumer.assignNext(0);
        Worker worker = worker(bench);
        Future<WorkerExit> exit = threads.submit(worker);
        await().until(() -> {
            worker.requestSnapshot(withResult);
            return worker.snapshot().counts().handled() == 5
                    && worker.snapshot().result().isPresent() == withResult;
        });
        assertThat(worker.snapshot().result().isPresent()).isEqualTo(withResult);
        assertThat(worker.snapshot().state()).isEqualTo(WorkerState.RUNNING);
        assertThat(worker.snapshot().owned()).isEqualTo(List.of(ScriptedGroup.partition(0)));
        worker.stop(soon());
        assertClean(exit.get());
    }

    @Test
    void anInterruptAsTheLastResortEndsTheWorkerAndIsToldAsAFailure() throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        CountDownLatch never = new CountDownLatch(1);
        bench.handler.at(0, 3, () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        bench.consumer.assignNext(0);
        Worker worker = worker(bench);
        Future<WorkerExit> exit = threads.submit(worker);
        await().until(() -> worker.inHand() != null && worker.inHand().offset() == 3);
        threads.shutdownNow();
        assertThat(exit.get().failure()).isPresent();
        assertClosedOnce(bench);
        assertThat(bench.group.committed(0)).isLessThanOrEqualTo(3);
    }
}

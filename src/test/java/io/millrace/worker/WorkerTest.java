package io.millrace.worker;

import static io.millrace.worker.LiveWorkers.assertClean;
import static io.millrace.worker.LiveWorkers.assertClosedOnce;
import static io.millrace.worker.LiveWorkers.soon;
import static io.millrace.worker.LiveWorkers.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.offsets.PartitionView;
import io.millrace.process.RecordFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class WorkerTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void aCleanStopCommitsTellsTheHandlerLeavesTheGroupAndClosesTheHandlerLast() throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 1000);
        Worker worker = worker(bench);
        bench.consumer.assignNext(0);
        Future<WorkerExit> exit = threads.submit(worker);
        await().until(() -> bench.journal.of("commitAsync").size() == 1);
        bench.group.append(0, 3);
        await().until(() -> bench.journal.of("handle ").size() == 8);
        worker.stop(soon());
        assertClean(exit.get());
        assertThat(bench.group.committed(0)).isEqualTo(8);
        // The stop's wakeup may hit that commit, which is then repeated.
        List<String> told = bench.journal.of("flush", "commitSync", "revoked", "lost", "close", "handler closed");
        assertThat(told.stream().distinct())
                .endsWith("commitSync {t-0=8}", "revoked [t-0]", "close", "handler closed")
                .doesNotContain("lost [t-0]");
        assertThat(told.indexOf("flush")).isLessThan(told.indexOf("commitSync {t-0=8}"));
        assertThat(bench.consumer.closeTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertClosedOnce(bench);
    }

    /** B05: stop and its wakeup hit every call there is, once, twice, or three times in a row. */
    @Test
    void whereverAStopComesCommittedIsWhatIsHandled() throws Exception {
        for (long seed = 0; seed < 100; seed++) {
            ScriptedGroup group = new ScriptedGroup();
            Random random = new Random(seed);
            AtomicInteger handled = new AtomicInteger();
            for (int life = 0; life < 2; life++) {
                LoopBench bench = bench(group, random);
                Worker worker = worker(bench);
                int stopAt = 1 + random.nextInt(14);
                int stops = 1 + random.nextInt(3);
                AtomicInteger calls = new AtomicInteger();
                bench.consumer.onEveryCall(call -> {
                    int now = calls.incrementAndGet();
                    if (now >= stopAt && now < stopAt + stops) {
                        worker.stop(soon());
                    }
                });
                runUntilStopped(group, bench, worker, handled, "seed " + seed + ", life " + life);
            }
        }
    }

    /** The same with a second thread that stops whenever it comes to it. */
    @Test
    void whenAnotherThreadStopsAtAnyMomentCommittedIsWhatIsHandled() throws Exception {
        for (long seed = 0; seed < 100; seed++) {
            ScriptedGroup group = new ScriptedGroup();
            Random random = new Random(seed);
            AtomicInteger handled = new AtomicInteger();
            for (int life = 0; life < 2; life++) {
                LoopBench bench = bench(group, random);
                Worker worker = worker(bench);
                int spins = random.nextInt(60_000);
                int stops = 1 + random.nextInt(3);
                threads.execute(() -> {
                    for (int stop = 0; stop < stops; stop++) {
                        for (int i = 0; i < spins; i++) {
                            Thread.onSpinWait();
                        }
                        worker.stop(soon());
                    }
                });
                runUntilStopped(group, bench, worker, handled, "seed " + seed + ", life " + life);
            }
        }
    }

    private static LoopBench bench(ScriptedGroup group, Random random) {
        group.append(0, 5);
        LoopBench bench = LoopBench.live(group);
        bench.consumer.commits().applyOnWakeup(random.nextBoolean());
        bench.consumer.maxPollRecords(1 + random.nextInt(5));
        if (random.nextBoolean()) {
            bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofMillis(random.nextInt(3)), 1 + random.nextInt(10));
        }
        bench.consumer.assignNext(0);
        return bench;
    }

    private void runUntilStopped(
            ScriptedGroup group, LoopBench bench, Worker worker, AtomicInteger handled, String name) throws Exception {
        WorkerExit exit = threads.submit(worker).get(30, TimeUnit.SECONDS);
        assertThat(exit.failure()).as(name).isEmpty();
        assertThat(exit.clean()).as(name).isTrue();
        int now = handled.addAndGet(bench.handler.handled().size());
        Long committed = group.committed(0);
        assertThat(committed == null ? 0 : committed)
                .as("%s, journal:%n%s", name, bench.journal)
                .isEqualTo(now);
        assertThat(bench.journal.of("lost")).as(name).isEmpty();
        assertClosedOnce(bench);
    }

    @Test
    void aStopBeforeTheStartEndsAtOnceAndClean() {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        bench.consumer.assignNext(0);
        Worker worker = worker(bench);
        worker.stop(soon());
        assertClean(worker.call());
        assertThat(bench.handler.handled()).isEmpty();
        assertThat(bench.group.committed(0)).isEqualTo(0);
        assertClosedOnce(bench);
    }

    @Test
    void anIdleWorkerStopsAtOnce() throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup());
        bench.pollTimeout = Duration.ofMinutes(1);
        Worker worker = worker(bench);
        Future<WorkerExit> exit = threads.submit(worker);
        bench.consumer.before("poll", () -> {});
        await().until(() -> bench.journal.of("subscribe").size() == 1);
        worker.stop(soon());
        assertClean(exit.get(10, TimeUnit.SECONDS));
    }

    private static Arguments broken(String name, Consumer<LoopBench> breakage) {
        return Arguments.of(name, breakage);
    }

    static Stream<Arguments> breakages() {
        return Stream.of(
                broken("open", bench -> bench.handler.fail("open", new java.io.IOException("scripted"))),
                broken("open, an error", bench -> bench.handler.fail("open", new NoClassDefFoundError("scripted"))),
                broken("subscribe", bench -> bench.consumer.subscribeFails(new IllegalStateException("scripted"))),
                broken("poll", bench -> bench.consumer.pollFails(new InvalidTopicException("scripted"))),
                broken(
                        "poll, an authorisation",
                        bench -> bench.consumer.pollFails(new GroupAuthorizationException("scripted"))),
                broken("assigned", bench -> bench.handler.fail("assigned", new IllegalStateException("scripted"))),
                broken("handle", bench -> bench.handler.failAt(0, 2, new IllegalStateException("scripted"))),
                broken("handle, an error", bench -> bench.handler.failAt(0, 2, new AssertionError("scripted"))),
                broken("handle, out of memory", bench -> bench.handler.failAt(0, 2, new OutOfMemoryError("scripted"))),
                broken("flush", bench -> bench.handler.fail("flush", new java.io.IOException("scripted"))),
                broken("flush, an error", bench -> bench.handler.fail("flush", new AssertionError("scripted"))),
                broken("handle, then flush with an error", bench -> {
                    bench.handler.failAt(0, 2, new IllegalStateException("scripted"));
                    bench.handler.fail("flush", new AssertionError("scripted"));
                }),
                broken("handle, then result with an error", bench -> {
                    bench.handler.failAt(0, 2, new IllegalStateException("scripted"));
                    bench.handler.fail("result", new AssertionError("scripted"));
                }),
                broken("handle, then the last commit", bench -> {
                    bench.handler.failAt(0, 2, new IllegalStateException("scripted"));
                    bench.consumer
                            .commits()
                            .syncAnswers(CommitAnswer.refused(new FencedInstanceIdException("scripted")));
                }),
                broken("handle, then revoked", bench -> {
                    bench.handler.failAt(0, 2, new IllegalStateException("scripted"));
                    bench.handler.fail("revoked", new AssertionError("scripted"));
                }),
                broken(
                        "commit",
                        bench -> bench.consumer
                                .commits()
                                .syncAnswers(CommitAnswer.refused(new FencedInstanceIdException("scripted")))),
                broken("revoked", bench -> bench.handler.fail("revoked", new IllegalStateException("scripted"))),
                broken(
                        "the handler's close",
                        bench -> bench.handler.fail("close", new java.io.IOException("scripted"))),
                broken("the consumer's close", bench -> bench.consumer.closeFails(new DisconnectException("scripted"))),
                broken("handle and both closes", bench -> {
                    bench.handler.failAt(0, 2, new IllegalStateException("scripted"));
                    bench.consumer.closeFails(new DisconnectException("scripted"));
                    bench.handler.fail("close", new AssertionError("scripted"));
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breakages")
    void everyWayOutClosesEverythingOnceAndTellsWhatWentWrong(String name, Consumer<LoopBench> breakage)
            throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        breakage.accept(bench);
        bench.consumer.assignNext(0);
        Worker worker = worker(bench);
        bench.handler.onEach(record -> {
            if (record.offset() == 4) {
                worker.stop(soon());
            }
        });
        WorkerExit exit = threads.submit(worker).get(30, TimeUnit.SECONDS);
        assertThat(exit.failure()).isPresent();
        assertThat(rootMessage(exit.failure().get())).isEqualTo("scripted");
        assertThat(exit.last().state()).isEqualTo(WorkerState.FAILED);
        assertThat(bench.handler.closes()).isEqualTo(1);
        assertThat(bench.consumer.closes()).isEqualTo(name.startsWith("open") ? 0 : 1);
        assertThat(bench.consumer.violations()).isEmpty();
        if (exit.clean()) {
            Long committed = bench.group.committed(0);
            assertThat(committed).isEqualTo(bench.handler.handled().size());
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }

    @Test
    void aFailureKeepsItsRankAndTheLaterOnesAreAddedToIt() throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        bench.handler.failAt(0, 2, new IllegalStateException("the record"));
        bench.consumer.closeFails(new DisconnectException("the close"));
        bench.consumer.assignNext(0);
        WorkerExit exit = threads.submit(worker(bench)).get();
        assertThat(exit.failure().get()).isInstanceOf(RecordFailure.class).hasRootCauseMessage("the record");
        assertThat(exit.failure().get().getSuppressed())
                .singleElement()
                .satisfies(later -> assertThat(later).hasMessage("the close"));
    }

    @Test
    void aHandlerThatCannotBeMadeFailsTheWorkerBeforeAnythingIsOpened() {
        LoopBench bench = LoopBench.live(new ScriptedGroup());
        bench.handlers = () -> {
            throw new IllegalStateException("scripted");
        };
        WorkerExit exit = worker(bench).call();
        assertThat(exit.failure()).isPresent();
        assertThat(bench.journal.lines()).isEmpty();
        assertThat(bench.consumer.closes()).isZero();
    }

    @Test
    void whatIsLostWhileStoppingIsNotCalledClean() {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        Worker worker = new Worker(bench.setup(bench.clock));
        bench.consumer.assignNext(0);
        bench.handler.at(0, 4, () -> {
            bench.clock.advance(bench.maxPollInterval.plusMillis(1));
            bench.consumer.loseNext(0);
            worker.stop(Deadline.after(Duration.ofSeconds(10), bench.clock));
        });
        WorkerExit exit = worker.call();
        assertThat(bench.handler.handled()).hasSize(5);
        assertThat(bench.group.committed(0)).as("journal:%n%s", bench.journal).isEqualTo(0);
        assertThat(bench.journal.of("lost", "revoked")).containsExactly("lost [t-0]");
        assertThat(exit.clean())
                .as("five records are handled and will come again")
                .isFalse();
    }

    @Test
    void anUnacknowledgedLastCommitIsToldAsLostAndNotClean() {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 0));
        CommitAnswer[] busy = new CommitAnswer[10_000];
        java.util.Arrays.fill(busy, CommitAnswer.refused(new RebalanceInProgressException()));
        bench.consumer.commits().syncAnswers(busy);
        bench.consumer.commits().applyOnWakeup(false);
        bench.consumer.assignNext(0);
        Worker worker = worker(bench);
        bench.handler.at(0, 4, () -> worker.stop(Deadline.after(Duration.ofMillis(200), System::nanoTime)));
        WorkerExit exit = worker.call();
        assertThat(exit.clean()).isFalse();
        assertThat(exit.failure()).isEmpty();
        assertThat(bench.journal.of("revoked", "lost")).containsExactly("lost [t-0]");
        assertThat(bench.group.committed(0)).isEqualTo(0);
        assertClosedOnce(bench);
    }

    @Test
    void theLastSnapshotTellsHowItEnded() throws Exception {
        LoopBench bench = LoopBench.live(new ScriptedGroup().append(0, 5).commit(0, 2));
        bench.handler.result(Map.of("n", 3));
        bench.consumer.assignNext(0);
        Worker worker = worker(bench);
        assertThat(worker.snapshot().state()).isEqualTo(WorkerState.CREATED);
        bench.handler.at(0, 4, () -> worker.stop(soon()));
        WorkerSnapshot last = threads.submit(worker).get().last();
        assertThat(last.partitions()).containsExactly(new PartitionView(ScriptedGroup.partition(0), 1, 2L, 5L, 5L));
        assertThat(last.owned()).isEmpty();
        assertThat(last.counts().handled()).isEqualTo(3);
        assertThat(last.counts().commits()).isEqualTo(1);
        assertThat(last.result())
                .hasValueSatisfying(result -> assertThat(result.value()).isEqualTo(Map.of("n", 3)));
        assertThat(worker.snapshot()).isEqualTo(last);
    }
}

package io.millrace.supervisor;

import io.millrace.worker.Deadline;
import io.millrace.worker.Worker;
import io.millrace.worker.WorkerExit;
import io.millrace.worker.WorkerSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The workers of a run on their threads. The supervisor's thread alone, but for {@link #snapshots}, {@link
 * #requestResults}, {@link #inHand} and {@link #interrupt}, which any may call.
 */
final class Crew {
    private final List<Worker> workers;
    private final List<Future<WorkerExit>> futures = new ArrayList<>();
    private final List<WorkerExit> exits = new ArrayList<>();
    private final ExecutorService threads;
    private final InHandAges ages = new InHandAges();

    Crew(List<Worker> workers) {
        this.workers = List.copyOf(workers);
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(
                workers.size(), task -> new Thread(task, "millrace-worker-" + number.getAndIncrement()));
    }

    void start() {
        workers.forEach(worker -> futures.add(threads.submit(worker)));
        threads.shutdown();
    }

    List<Worker> workers() {
        return workers;
    }

    List<WorkerSnapshot> snapshots() {
        return workers.stream().map(Worker::snapshot).toList();
    }

    /** Notes what each worker has in hand. */
    void look(long now) {
        ages.look(workers, now);
    }

    /** What the workers have in hand, and since when. */
    List<Abandoned> inHand(long now) {
        return ages.inHand(workers, now);
    }

    void requestSnapshots() {
        workers.forEach(worker -> worker.requestSnapshot(false));
    }

    void requestResults() {
        workers.forEach(worker -> worker.requestSnapshot(true));
    }

    void stop(Deadline drain) {
        workers.forEach(worker -> worker.stop(drain));
    }

    /** The last resort, after the deadline. */
    void interrupt() {
        threads.shutdownNow();
    }

    /** The workers that have ended since the last call. */
    List<WorkerExit> newExits() throws InterruptedException {
        List<WorkerExit> ended = new ArrayList<>();
        for (Future<WorkerExit> future : List.copyOf(futures)) {
            if (future.isDone()) {
                futures.remove(future);
                ended.add(exitOf(future));
            }
        }
        exits.addAll(ended);
        return ended;
    }

    private static WorkerExit exitOf(Future<WorkerExit> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a worker threw instead of ending", e.getCause());
        }
    }

    boolean hasEnded() {
        return futures.isEmpty();
    }

    /** Whether each worker that has ended committed all that it had finished. */
    boolean endedClean() {
        return exits.stream().allMatch(WorkerExit::clean);
    }
}

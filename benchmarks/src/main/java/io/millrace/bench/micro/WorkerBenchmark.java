package io.millrace.bench.micro;

import com.codahale.metrics.MetricRegistry;
import io.millrace.api.RecordHandler;
import io.millrace.delivery.AsyncStrategy;
import io.millrace.failure.StopPolicy;
import io.millrace.handler.CountHandler;
import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.StartPosition;
import io.millrace.worker.CommitMetadata;
import io.millrace.worker.Deadline;
import io.millrace.worker.RecordBudget;
import io.millrace.worker.Worker;
import io.millrace.worker.WorkerExit;
import io.millrace.worker.WorkerSetup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A whole worker, with polls, meters and asynchronous commits, over a consumer that always has records and answers
 * commits at the next poll, beside a bare loop over the same consumer: what the engine adds per record, all in all.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WorkerBenchmark.RECORDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(5)
public class WorkerBenchmark {
    static final int RECORDS = 1_000_000;
    private static final int POLLS = RECORDS / CannedPoll.RECORDS;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountContext context = new CountContext();
    private final CannedPoll canned = new CannedPoll();

    @Benchmark
    public BareCount countBare() {
        BareCount counts = new BareCount();
        try (CannedConsumer consumer = new CannedConsumer(canned, POLLS, () -> {})) {
            for (int poll = 0; poll < POLLS; poll++) {
                counts.handle(consumer.poll(LONG));
            }
        }
        return counts;
    }

    @Benchmark
    @SuppressWarnings({"unchecked", "rawtypes"}) // a count handler takes anything
    public WorkerExit countEngine() {
        AtomicReference<Worker> self = new AtomicReference<>();
        Runnable stop = () -> self.get().stop(Deadline.after(LONG, System::nanoTime));
        Worker worker = new Worker(new WorkerSetup(
                0,
                "benchmark",
                List.of(CannedPoll.TOPIC),
                () -> new CannedConsumer(canned, POLLS, stop),
                (Supplier<RecordHandler<Object, Object>>) (Supplier) CountHandler::new,
                commit -> context,
                () -> InlineProcessorBenchmark.decoder("key"),
                () -> InlineProcessorBenchmark.decoder("value"),
                new WorkerSetup.Delivery(
                        commits -> new AsyncStrategy(commits, Duration.ofSeconds(5), Duration.ofMillis(50), 100_000),
                        CommitMetadata.NONE),
                new StopPolicy(),
                new StartPosition.Earliest(),
                new WorkerSetup.Times(Duration.ofSeconds(1), LONG, LONG, Duration.ofMinutes(5), LONG, LONG),
                new WorkerMeters(new MetricRegistry(), 0),
                RecordBudget.unlimited(),
                new AtomicLong()::incrementAndGet,
                System::nanoTime));
        self.set(worker);
        WorkerExit exit = worker.call();
        if (exit.failure().isPresent() || exit.last().counts().handled() != RECORDS) {
            throw new IllegalStateException("the worker ended with " + exit);
        }
        return exit;
    }
}

package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.millrace.api.RecordHandler;
import io.millrace.delivery.AsyncStrategy;
import io.millrace.delivery.AtMostOnceStrategy;
import io.millrace.delivery.AutoStrategy;
import io.millrace.delivery.Cut;
import io.millrace.delivery.SyncStrategy;
import io.millrace.failure.StopPolicy;
import io.millrace.metrics.WorkerCounts;
import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.PartitionRange;
import io.millrace.offsets.PartitionView;
import io.millrace.offsets.StartPosition;
import io.millrace.process.Attention;
import io.millrace.process.Decoder;
import io.millrace.process.FailurePolicy;
import io.millrace.process.RecordFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A worker's parts as {@link Life} wires them, around a scripted consumer and a recording handler, driven by hand: one
 * {@link #runOnce} after the other, on the test's own thread, with a clock that only moves where the client would wait.
 *
 * <p>Each commit is checked when it is sent, as {@link CommitCheck} says.
 */
public final class LoopBench {
    static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(5);
    static final Duration SPACING = Duration.ofMillis(50);

    public final ManualClock clock = new ManualClock();
    public final Journal journal = new Journal();
    public final ScriptedGroup group;
    public final ScriptedConsumer consumer;
    public final RecordingHandler handler = new RecordingHandler(journal);
    final MetricRegistry registry = new MetricRegistry();
    final WorkerMeters meters = new WorkerMeters(registry, 0);
    final Attention attention = new Attention();
    final Mailbox mailbox = new Mailbox(attention);
    private final CommitCheck check;
    private final AtomicLong epochs = new AtomicLong();

    Function<Commits, DeliveryStrategy> strategy = commits -> new SyncStrategy(commits, COMMIT_TIMEOUT, SPACING);
    RecordBudget budget = RecordBudget.unlimited();
    StartPosition otherwise = new StartPosition.Earliest();
    FailurePolicy policy = new StopPolicy();
    Duration maxPollInterval = Duration.ofMinutes(5);
    Duration pollTimeout = Duration.ofSeconds(1);
    Supplier<RecordHandler<Object, Object>> handlers;
    private CommitMetadata metadata = CommitMetadata.NONE;
    private Runnable commitRequest;
    private boolean isOverdue;
    private Life life;
    private WorkerSnapshot snapshot = WorkerSnapshot.initial(0);

    public LoopBench() {
        this(new ScriptedGroup(), false);
    }

    private LoopBench(ScriptedGroup group, boolean live) {
        this.group = group;
        this.consumer =
                live ? ScriptedConsumer.onThread(group, journal) : new ScriptedConsumer(group, journal, clock::advance);
        check = new CommitCheck(group, handler, consumer::violated);
        handler.witness(this::handled);
        consumer.onFetch(check::fetched);
        consumer.commits().onSend(check::sent);
    }

    private void handled(ConsumerRecord<byte[], byte[]> record) {
        consumer.commits().handled(record);
        check.handled(record);
    }

    /** Another worker of a group that had one before. */
    public static LoopBench on(ScriptedGroup group) {
        return new LoopBench(group, false);
    }

    /** Parts for a {@link Worker} on a thread of its own: the consumer really waits. */
    public static LoopBench live(ScriptedGroup group) {
        LoopBench bench = new LoopBench(group, true);
        bench.pollTimeout = Duration.ofMillis(20);
        return bench;
    }

    /** Commits as {@code how = async}. */
    public LoopBench async(Duration timeout, Duration spacing, int maxUnacknowledged) {
        strategy = commits -> new AsyncStrategy(commits, timeout, spacing, maxUnacknowledged);
        return this;
    }

    /** Commits as {@code how = sync}. */
    public LoopBench sync(Duration timeout, Duration spacing) {
        strategy = commits -> new SyncStrategy(commits, timeout, spacing);
        return this;
    }

    /** Any strategy, and the longest time of one commit is its own affair. */
    public LoopBench strategy(Function<Commits, DeliveryStrategy> made) {
        strategy = made;
        return this;
    }

    /** Commits each chunk before it is handled; whatever lies below a commit and is not handled must be told as lost. */
    public LoopBench atMostOnce(Duration timeout, Cut cut) {
        check.ahead();
        strategy = commits -> new AtMostOnceStrategy(commits, timeout, cut);
        return this;
    }

    /** Lets the client commit what it stands behind. */
    public LoopBench auto(Duration timeout, Duration spacing) {
        consumer.commitsAutomatically();
        strategy = commits -> new AutoStrategy(commits, timeout, spacing);
        return this;
    }

    /** A text beside each commit. */
    public LoopBench metadata(CommitMetadata text) {
        metadata = text;
        return this;
    }

    /** What a handler does that asks for a commit. */
    public void askForCommit() {
        commitRequest.run();
    }

    /** From now on the time to stop is over. */
    public void overdue() {
        isOverdue = true;
    }

    /** At most so many records may be handled. */
    public LoopBench budget(long records) {
        budget = RecordBudget.of(records);
        return this;
    }

    /** Opens and subscribes; these partitions come with the first poll. */
    public LoopBench open(int... partitions) throws Exception {
        life = new Life(
                setup(clock),
                attention,
                mailbox,
                () -> WorkerState.RUNNING,
                shown -> snapshot = shown,
                () -> isOverdue);
        if (partitions.length > 0) {
            consumer.assignNext(partitions);
        }
        life.open();
        return this;
    }

    /** A worker of these parts, for a thread of its own. */
    public Worker worker() {
        return new Worker(setup(System::nanoTime));
    }

    WorkerSetup setup(LongSupplier time) {
        return new WorkerSetup(
                0,
                "bench",
                List.of(ScriptedGroup.TOPIC),
                () -> consumer,
                handlers == null ? () -> handler : handlers,
                commit -> {
                    commitRequest = commit;
                    return null;
                },
                () -> decoder("key"),
                () -> decoder("value"),
                new WorkerSetup.Delivery(strategy, metadata),
                policy,
                otherwise,
                new WorkerSetup.Times(
                        pollTimeout,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(20),
                        maxPollInterval,
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(5)),
                meters,
                budget,
                epochs::incrementAndGet,
                time);
    }

    private static Decoder<Object> decoder(String part) {
        return new Decoder<>(part, (topic, bytes) -> {
            String text = bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
            if ("bad".equals(text)) {
                throw new IllegalArgumentException("these bytes are bad");
            }
            return text;
        });
    }

    public void runOnce() throws RecordFailure {
        life.loop().runOnce();
    }

    public void runTimes(int times) throws RecordFailure {
        for (int i = 0; i < times; i++) {
            runOnce();
        }
    }

    public void stop() {
        attention.raise(Attention.STOP);
    }

    public boolean drain() {
        return life.drain(Deadline.after(Duration.ofSeconds(20), clock));
    }

    public boolean abandon(Throwable failure) {
        return life.abandon(failure, Deadline.after(Duration.ofSeconds(20), clock));
    }

    public Throwable close() {
        return life.close(null);
    }

    PollLoop loop() {
        return life.loop();
    }

    /** Has the worker end as it does after this failure, and tells what it shows last. */
    public WorkerSnapshot end(Throwable failure) {
        abandon(failure);
        return lastSnapshot();
    }

    /** Closes everything, and tells what the worker shows last. */
    public WorkerSnapshot lastSnapshot() {
        close();
        return life.lastSnapshot(snapshot, WorkerState.STOPPED);
    }

    /** Asks for a snapshot from another thread, as it were; it comes between two records. */
    public void mail() {
        mailbox.post(loop -> loop.publish(false));
    }

    /** What the worker shows now. */
    public WorkerSnapshot snapshot() {
        life.loop().publish(false);
        return snapshot;
    }

    /** What was shown last. */
    public WorkerSnapshot shown() {
        return snapshot;
    }

    PartitionView view(int partition) {
        return snapshot().partitions().stream()
                .filter(view -> view.partition().equals(ScriptedGroup.partition(partition)))
                .findFirst()
                .orElseThrow();
    }

    /** How many records are handled of which the engine was not told that they are committed. */
    public long unacknowledged() {
        return consumer.commits().unacknowledged();
    }

    /** {@code <partition>@<offset>} of each record that is committed and was not handled and flushed. */
    public List<String> committedAndNotDone() {
        return check.committedAndNotDone();
    }

    /** The same of the records in these ranges. */
    public List<String> recordsIn(List<PartitionRange> ranges) {
        List<String> records = new ArrayList<>();
        for (PartitionRange range : ranges) {
            group.offsets(range.partition(), range.from(), range.to())
                    .forEach(offset -> records.add(range.partition().partition() + "@" + offset));
        }
        return records;
    }

    public WorkerCounts counts() {
        return meters.counts();
    }

    /** The engine did nothing that it must never do. */
    public void assertNothingForbidden() {
        assertThat(consumer.violations()).as("journal:%n%s", journal).isEmpty();
    }
}

package io.millrace.worker;

import io.millrace.api.HandlerContext;
import io.millrace.api.RecordHandler;
import io.millrace.metrics.WorkerMeters;
import io.millrace.offsets.StartPosition;
import io.millrace.process.Decoder;
import io.millrace.process.FailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * What a worker is made of. Suppliers are called on the worker's own thread, once.
 *
 * @param number from 0
 * @param epochs gives a higher number at each call, over all workers of the process
 * @param context made with what asks for a commit, to be run on the worker's thread
 * @param clock nanoseconds, as {@link System#nanoTime} gives them
 */
public record WorkerSetup(
        int number,
        String name,
        List<String> topics,
        Supplier<Consumer<byte[], byte[]>> consumer,
        Supplier<RecordHandler<Object, Object>> handler,
        Function<Runnable, HandlerContext> context,
        Supplier<Decoder<Object>> keys,
        Supplier<Decoder<Object>> values,
        Delivery delivery,
        FailurePolicy failures,
        StartPosition otherwise,
        Times times,
        WorkerMeters meters,
        RecordBudget budget,
        LongSupplier epochs,
        LongSupplier clock) {

    /**
     * How offsets move.
     *
     * @param metadata beside each committed offset
     */
    public record Delivery(Function<Commits, DeliveryStrategy> strategy, CommitMetadata metadata) {}

    /**
     * How long things may take.
     *
     * @param poll longest wait for records
     * @param question longest wait for an answer about offsets
     * @param revoke longest time to give partitions up
     * @param maxPollInterval after which the client leaves its group
     * @param drain longest time to finish and commit at a stop
     * @param close longest time to leave the group
     */
    public record Times(
            Duration poll,
            Duration question,
            Duration revoke,
            Duration maxPollInterval,
            Duration drain,
            Duration close) {}
}

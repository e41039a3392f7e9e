package io.millrace.worker;

import io.millrace.api.HandlerContext;
import io.millrace.api.OffsetRange;
import io.millrace.api.RecordHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A handler that notes what it is told, and fails where a test wants it to. One thread at a time. */
public final class RecordingHandler implements RecordHandler<Object, Object> {
    private final Journal journal;
    private final List<String> handled = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private final Map<TopicPartition, Set<Long>> offsets = new HashMap<>();
    /** The ranges that were told to come again, {@code <partition>@<from>-<to>}, in order of partitions. */
    private final List<String> undone = new ArrayList<>();

    private final List<ConsumerRecord<byte[], byte[]>> unflushed = new ArrayList<>();
    private final Map<TopicPartition, Set<Long>> flushed = new HashMap<>();
    private final Map<String, Deque<Throwable>> failures = new HashMap<>();
    private final Map<String, Runnable> at = new HashMap<>();
    private Consumer<ConsumerRecord<byte[], byte[]>> each = record -> {};
    private Consumer<ConsumerRecord<byte[], byte[]>> witness = record -> {};
    private Object result = Map.of();
    private int closes;

    RecordingHandler(Journal journal) {
        this.journal = journal;
    }

    // ---- the script

    /** The next call of {@code open, flush, assigned, revoked, lost, result} or {@code close} fails with this. */
    public void fail(String call, Throwable error) {
        failures.computeIfAbsent(call, unused -> new ArrayDeque<>()).add(error);
    }

    /** The record {@code <partition>@<offset>} fails with this, once. */
    public void failAt(int partition, long offset, Throwable error) {
        fail(key(partition, offset), error);
    }

    /** While this record is in hand, this is done, once. */
    public void at(int partition, long offset, Runnable task) {
        at.put(key(partition, offset), task);
    }

    /** Is told of each record when it has been handled. */
    public void onEach(Consumer<ConsumerRecord<byte[], byte[]>> told) {
        each = told;
    }

    void witness(Consumer<ConsumerRecord<byte[], byte[]>> told) {
        witness = told;
    }

    void result(Object told) {
        result = told;
    }

    private static String key(int partition, long offset) {
        return partition + "@" + offset;
    }

    // ---- what happened

    /** {@code <partition>@<offset>} of each record handled, in order. */
    public List<String> handled() {
        return List.copyOf(handled);
    }

    List<Object> values() {
        return List.copyOf(values);
    }

    /** The offsets handled of a partition. */
    public Set<Long> offsets(TopicPartition partition) {
        return offsets.getOrDefault(partition, Set.of());
    }

    boolean isFlushed(TopicPartition partition, long offset) {
        return flushed.getOrDefault(partition, Set.of()).contains(offset);
    }

    int closes() {
        return closes;
    }

    // ---- the handler

    @Override
    public void open(HandlerContext context) throws Exception {
        happened("open");
    }

    @Override
    public void handle(Object key, Object value, ConsumerRecord<byte[], byte[]> record) throws Exception {
        String name = key(record.partition(), record.offset());
        journal.add("handle " + name);
        Runnable task = at.remove(name);
        if (task != null) {
            task.run();
        }
        throwScripted(name);
        handled.add(name);
        values.add(value);
        offsets.computeIfAbsent(partitionOf(record), unused -> new HashSet<>()).add(record.offset());
        unflushed.add(record);
        witness.accept(record);
        each.accept(record);
    }

    private static TopicPartition partitionOf(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    @Override
    public void flush() throws Exception {
        happened("flush");
        unflushed.forEach(record -> flushed.computeIfAbsent(partitionOf(record), unused -> new HashSet<>())
                .add(record.offset()));
        unflushed.clear();
    }

    @Override
    public void assigned(Collection<TopicPartition> partitions) {
        happenedUnchecked("assigned", partitions);
    }

    @Override
    public void revoked(Collection<TopicPartition> partitions) {
        happenedUnchecked("revoked", partitions);
    }

    @Override
    public void lost(Collection<TopicPartition> partitions) {
        happenedUnchecked("lost", partitions);
    }

    @Override
    public void undo(Map<TopicPartition, OffsetRange> ranges) {
        List<String> told = new ArrayList<>();
        ranges.forEach((partition, range) -> told.add(partition.partition() + "@" + range.from() + "-" + range.to()));
        told.sort(null);
        journal.add("undo " + told);
        undone.addAll(told);
        throwUnchecked("undo");
    }

    /** {@code <partition>@<from>-<to>} of each range that was told to come again, {@code to} exclusive. */
    public List<String> undone() {
        return List.copyOf(undone);
    }

    @Override
    public Object result() {
        happenedUnchecked("result", List.of());
        return result;
    }

    @Override
    public void close() throws Exception {
        closes++;
        happened("handler closed");
        throwScripted("close");
    }

    private void happened(String what) throws Exception {
        journal.add(what);
        throwScripted(what);
    }

    private void happenedUnchecked(String what, Collection<TopicPartition> partitions) {
        journal.add(partitions.isEmpty() ? what : what + " " + sorted(partitions));
        throwUnchecked(what);
    }

    private void throwUnchecked(String what) {
        try {
            throwScripted(what);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalArgumentException("this call can throw no checked exception", e);
        }
    }

    private static List<String> sorted(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::toString).sorted().toList();
    }

    private void throwScripted(String what) throws Exception {
        Deque<Throwable> scripted = failures.get(what);
        Throwable error = scripted == null ? null : scripted.poll();
        if (error instanceof Error fatal) {
            throw fatal;
        }
        if (error instanceof Exception exception) {
            throw exception;
        }
    }
}

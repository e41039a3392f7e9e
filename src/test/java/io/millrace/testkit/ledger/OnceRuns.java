package io.millrace.testkit.ledger;

import io.millrace.testkit.ledger.JournalEvent.Answer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/**
 * Journals of an engine that commits each chunk before it handles it: one worker after the other, until all is
 * committed. Commits are refused and forgotten, workers are killed, lose their partitions or stop. One anomaly may be
 * planted. For tests; one thread, once.
 */
final class OnceRuns {
    /** What is wrong, in one place of the run. */
    enum Plant {
        NOTHING,
        /** A record is handled a second time. */
        REPEATS,
        /** A worker stops in good order and leaves a part of a chunk that is committed. */
        LOSES_AT_STOP,
        /** After a commit of unknown outcome the engine goes on further behind than that commit. */
        LOSES_MORE,
        /** A chunk is committed before the one before it is handled. */
        RUNS_AHEAD,
        /** A chunk is handled although the outcome of its commit is not known. */
        HANDLES_UNACKNOWLEDGED
    }

    static final int CHUNK = 10;
    private static final List<TopicPartition> PARTITIONS = List.of(Scene.P0, Scene.P1);
    private static final long RECORDS = 200;
    private static final int MOST_CHUNKS = 6;

    private final Scene scene = new Scene();
    private final Random random;
    private final Plant plant;
    private final boolean isOnePartition;
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private int plantIn;
    private boolean isPlanted;
    private int lives;
    private Scene.Worker worker;

    OnceRuns(long seed, Plant plant) {
        this.random = new Random(seed);
        this.plant = plant;
        this.isOnePartition = random.nextBoolean();
        this.plantIn = random.nextInt(8);
        for (TopicPartition partition : PARTITIONS) {
            committed.put(partition, 0L);
            LogWitness.Partition log = scene.log.partition(partition, 0, RECORDS);
            for (long offset = 0; offset < RECORDS; offset++) {
                boolean isMarker = random.nextInt(7) == 0;
                log.add(isMarker ? LogWitness.Content.MARKER : LogWitness.Content.VISIBLE, offset, offset + 1);
            }
        }
    }

    boolean isPlanted() {
        return isPlanted;
    }

    Report judge() {
        while (!isDone()) {
            live();
        }
        // Whoever comes last finds what the one before has left.
        worker = scene.worker("last");
        PARTITIONS.forEach(partition -> worker.assigned(partition, committed.get(partition)));
        worker.stops();
        DeliveryBound bound =
                isOnePartition ? DeliveryBound.atMostOncePartition(CHUNK) : DeliveryBound.atMostOncePoll(CHUNK);
        return scene.judge(RunPlan.of(bound));
    }

    private boolean isDone() {
        return committed.values().stream().allMatch(offset -> offset == RECORDS);
    }

    /** Whether the anomaly is due here. */
    private boolean plants(Plant what) {
        boolean is = plant == what && !isPlanted && plantIn-- <= 0;
        isPlanted |= is;
        return is;
    }

    private void live() {
        worker = scene.worker("p" + ++lives);
        PARTITIONS.forEach(partition -> worker.assigned(partition, committed.get(partition)));
        int chunks = 1 + random.nextInt(MOST_CHUNKS);
        for (int i = 0; i < chunks && !isDone(); i++) {
            Map<TopicPartition, Long> chunk = chunk(committed);
            if (i == chunks - 1 && random.nextBoolean()) {
                dies(chunk);
                return;
            }
            handles(chunk);
        }
        if (!isDone() && plants(Plant.LOSES_AT_STOP)) {
            Map<TopicPartition, Long> chunk = chunk(committed);
            worker.commits(chunk, true, Answer.OK);
            committed.putAll(chunk);
        }
        PARTITIONS.forEach(worker::revoked);
        worker.stops();
    }

    /** The next records of one partition or both, at least one of them due. */
    private Map<TopicPartition, Long> chunk(Map<TopicPartition, Long> from) {
        Map<TopicPartition, Long> chunk = new HashMap<>();
        long left = CHUNK;
        for (TopicPartition partition : PARTITIONS) {
            long at = from.get(partition);
            long most = Math.min(RECORDS - at, isOnePartition ? left : 1 + random.nextInt((int) left));
            if (most > 0 && left > 0 && (chunk.isEmpty() || !isOnePartition)) {
                chunk.put(partition, at + most);
                left -= most;
            }
        }
        return chunk;
    }

    private void handles(Map<TopicPartition, Long> chunk) {
        Map<TopicPartition, Long> from = Map.copyOf(committed);
        int luck = random.nextInt(10);
        if (luck < 2) {
            boolean applied = luck == 0;
            worker.commits(chunk, applied, Answer.UNKNOWN);
            if (plants(Plant.HANDLES_UNACKNOWLEDGED)) {
                chunk.forEach((partition, to) -> scene.history.commit(scene.tick(), partition, to, ""));
                committed.putAll(chunk);
                handleAll(from);
                return;
            }
            if (applied) {
                committed.putAll(chunk);
            }
            chunk.keySet().forEach(partition -> seeks(partition, from));
            return;
        }
        worker.commits(chunk, true, Answer.OK);
        committed.putAll(chunk);
        if (!isDone() && plants(Plant.RUNS_AHEAD)) {
            Map<TopicPartition, Long> next = new HashMap<>();
            chunk.keySet()
                    .forEach(partition -> next.put(partition, Math.min(RECORDS, committed.get(partition) + CHUNK)));
            worker.commits(next, true, Answer.OK);
            committed.putAll(next);
        }
        handleAll(from);
    }

    private void seeks(TopicPartition partition, Map<TopicPartition, Long> from) {
        long to = committed.get(partition);
        if (to > from.get(partition) && to + CHUNK < RECORDS && plants(Plant.LOSES_MORE)) {
            to += CHUNK;
            committed.put(partition, to);
        }
        worker.seeks(partition, JournalEvent.UNKNOWN, to, "the committed offset");
    }

    private void handleAll(Map<TopicPartition, Long> from) {
        committed.forEach((partition, to) -> due(partition, from.get(partition), to, Long.MAX_VALUE));
    }

    /** Handles the records of {@code [from, to)}, at most so many. */
    private void due(TopicPartition partition, long from, long to, long most) {
        long[] left = {most};
        scene.log.get(partition).due().forEachRange(from, to, (a, b) -> {
            for (long offset = a; offset < b && left[0] > 0; offset++, left[0]--) {
                worker.handles(partition, offset, offset + 1);
                if (plants(Plant.REPEATS)) {
                    worker.handles(partition, offset, offset + 1);
                }
            }
        });
    }

    /** In its commit, between it and the handling, or in the middle of that. */
    private void dies(Map<TopicPartition, Long> chunk) {
        Map<TopicPartition, Long> from = Map.copyOf(committed);
        int where = random.nextInt(3);
        boolean applied = where > 0 || random.nextBoolean();
        worker.commits(chunk, applied, where == 0 ? Answer.UNKNOWN : Answer.OK);
        if (applied) {
            committed.putAll(chunk);
        }
        if (where == 2) {
            committed.forEach((partition, to) -> due(partition, from.get(partition), to, random.nextInt(CHUNK)));
        }
        if (random.nextBoolean()) {
            worker.killed();
        } else {
            PARTITIONS.forEach(worker::lost);
            worker.stops();
        }
    }
}

package io.millrace.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many lines in little time and memory. {@code -Dmillrace.ledger.lines=10000000} with {@code -Xmx1g} is the full size,
 * which has two minutes.
 */
class CheckerSpeedTest {
    private static final int WORKERS = 4;
    private static final int PARTITIONS = 16;
    private static final int POLL = 500;
    private static final long LINES = Long.getLong("millrace.ledger.lines", 300_000);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void manyLines() {
        long perPartition = LINES / 2 / PARTITIONS;
        long began = System.nanoTime();
        write(perPartition);
        long written = System.nanoTime();
        Report report = new Checker(RunPlan.of(DeliveryBound.syncPoll(POLL))
                        .withMinRecords(perPartition * PARTITIONS)
                        .withStuckAfter(LIMIT))
                .check(folder);
        long judged = System.nanoTime();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.lines()).isGreaterThan(LINES * 9 / 10);
        assertThat(Duration.ofNanos(judged - written)).isLessThan(LIMIT);
        if (Long.getLong("millrace.ledger.lines") != null) {
            Runtime.getRuntime().gc();
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            System.out.printf(
                    "%,d lines written in %,d ms, judged in %,d ms, %,d lines/s, %,d MiB of %,d MiB used after it%n",
                    report.lines(),
                    (written - began) / 1_000_000,
                    (judged - written) / 1_000_000,
                    report.lines() * 1_000_000_000L / (judged - written),
                    used >> 20,
                    Runtime.getRuntime().maxMemory() >> 20);
        }
    }

    /** Each worker owns its share of the partitions and commits after each poll; markers stand between transactions. */
    private void write(long perPartition) {
        LogWitness log = new LogWitness(true);
        CommitHistory history = new CommitHistory(true, 0);
        for (int worker = 0; worker < WORKERS; worker++) {
            Path file = folder.resolve("p1-w" + worker + Witnesses.JOURNAL);
            try (JournalWriter journal = new JournalWriter(file)) {
                journal.write(new JournalEvent.ProcessStart(1, "p1", 1, 1));
                journal.write(new JournalEvent.WorkerStart(1, worker));
                long time = 2;
                for (int p = worker; p < PARTITIONS; p += WORKERS) {
                    journal.write(new JournalEvent.Assigned(time, p, partition(p), 0, 0));
                    log.partition(partition(p), 0, perPartition + perPartition / POLL + 1);
                }
                long id = 0;
                long[] at = new long[PARTITIONS];
                for (long done = 0; done < perPartition; done += POLL) {
                    Map<TopicPartition, Long> offsets = new HashMap<>();
                    long most = Math.min(POLL, perPartition - done);
                    for (int p = worker; p < PARTITIONS; p += WORKERS) {
                        TopicPartition partition = partition(p);
                        log.get(partition).add(LogWitness.Content.VISIBLE, at[p], at[p] + most);
                        log.get(partition).add(LogWitness.Content.MARKER, at[p] + most, at[p] + most + 1);
                        for (long i = 0; i < most; i++, at[p]++) {
                            journal.append(new JournalEvent.Begin(time++, p, partition, at[p], 1));
                            journal.append(new JournalEvent.End(time++, p, partition, at[p], 1, Outcome.OK));
                        }
                        offsets.put(partition, ++at[p]);
                    }
                    journal.write(new JournalEvent.CommitTry(time++, ++id, JournalEvent.Mode.SYNC, offsets));
                    long now = time++;
                    offsets.forEach((partition, offset) -> history.commit(now, partition, offset, ""));
                    journal.write(new JournalEvent.CommitAnswer(time++, id, JournalEvent.Answer.OK, ""));
                }
                journal.write(new JournalEvent.WorkerStop(time));
            }
        }
        log.write(folder.resolve(Witnesses.LOG));
        history.write(folder.resolve(Witnesses.COMMITS));
    }

    private static TopicPartition partition(int number) {
        return new TopicPartition("orders", number);
    }
}

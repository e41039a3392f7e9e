package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.LoopBench;
import io.millrace.worker.ScriptedCommits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;

/**
 * One random run: answers come late or fail, polls bring few records or many, partitions come and go. At each step
 * it is checked from the outside that no more than the cap is handled and not acknowledged, that no older offset is
 * sent after a newer one, and that one commit is in flight unless its answer is overdue.
 */
final class AsyncStory {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final CommitAnswer LATER = CommitAnswer.refused(new RetriableCommitFailedException("later"));

    private final Random random;
    private final String name;
    private final int cap;
    private final LoopBench bench = new LoopBench();
    private final boolean rebalances;
    private boolean owned = true;

    AsyncStory(long seed, int cap) {
        this.random = new Random(seed);
        this.name = "seed " + seed + ", cap " + cap;
        this.cap = cap;
        this.rebalances = random.nextInt(3) == 0;
    }

    void run() throws Exception {
        bench.async(TIMEOUT, Duration.ofMillis(random.nextInt(4) * 20L), cap);
        bench.group.commit(0, 0).commit(1, 0);
        bench.handler.onEach(
                record -> assertThat(bench.unacknowledged()).as(name).isLessThanOrEqualTo(cap));
        bench.open(0, 1);
        for (int step = 0; step < 60; step++) {
            script();
            bench.runOnce();
            if (owned) {
                assertThat(bench.unacknowledged()).as(name).isLessThanOrEqualTo(cap);
            }
        }
        settle();
    }

    private void script() {
        bench.consumer.maxPollRecords(1 + random.nextInt(random.nextBoolean() ? 5 : 600));
        bench.group.append(0, random.nextInt(4) * random.nextInt(Math.min(cap, 200) + 1));
        bench.group.append(1, random.nextInt(20));
        bench.clock.advance(Duration.ofMillis(random.nextInt(60)));
        bench.consumer.commits().holdAnswers(random.nextInt(3) == 0);
        if (random.nextInt(4) == 0) {
            bench.consumer.commits().asyncAnswers(failure());
        }
        if (random.nextInt(6) == 0) {
            bench.consumer.commits().syncAnswers(failure());
        }
        if (rebalances && random.nextInt(10) == 0) {
            comeOrGo();
        }
    }

    private void comeOrGo() {
        if (!owned) {
            bench.consumer.assignNext(1);
        } else if (random.nextBoolean()) {
            bench.consumer.revokeNext(1);
        } else {
            bench.consumer.loseNext(1);
        }
        owned = !owned;
    }

    private CommitAnswer failure() {
        return switch (random.nextInt(5)) {
            case 0 -> LATER;
            case 1 -> CommitAnswer.lost();
            case 2 -> CommitAnswer.refused(new RebalanceInProgressException());
            case 3 -> CommitAnswer.refused(new CommitFailedException());
            default -> CommitAnswer.timedOut(Duration.ofMillis(random.nextInt(3000)));
        };
    }

    private void settle() throws Exception {
        bench.consumer.commits().holdAnswers(false);
        bench.consumer.commits().forgetScript();
        bench.consumer.maxPollRecords(500);
        for (int i = 0; i < 1000 && !isIdle(); i++) {
            bench.clock.advance(Duration.ofMillis(50));
            bench.runOnce();
        }
        assertThat(bench.drain()).as(name).isTrue();
        assertThat(bench.group.committed(0)).as(name).isEqualTo(bench.consumer.endOf(0));
        if (!rebalances) {
            assertNeverBack(bench.consumer.commits().sent());
            assertThat(bench.consumer.commits().mostInFlight()).as(name).isLessThanOrEqualTo(1);
            assertThat(bench.handler.handled()).as(name).doesNotHaveDuplicates();
        }
        assertThat(bench.consumer.violations()).as(name).isEmpty();
    }

    private boolean isIdle() {
        return bench.group.committed(0) == bench.consumer.endOf(0);
    }

    static void assertNeverBack(List<ScriptedCommits.Sent> sent) {
        Map<TopicPartition, Long> newest = new HashMap<>();
        for (ScriptedCommits.Sent commit : sent) {
            commit.offsets().forEach((partition, offset) -> {
                assertThat(offset.offset()).isGreaterThanOrEqualTo(newest.getOrDefault(partition, 0L));
                newest.put(partition, offset.offset());
            });
        }
    }
}

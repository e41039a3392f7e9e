package io.millrace.testkit.loops.real;

import io.millrace.testkit.proxy.KafkaProxy;
import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.proxy.RuleBuilder;
import io.millrace.testkit.witness.LogTail;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.ApiKeys;

/** Does to a round what its seed has drawn, one thing after the other, each at a barrier. One thread. */
final class Troubles {
    private static final int MOST_POINTS = 60;
    private static final int FEWEST_MORE = 40;
    private static final int MORE_MORE = 120;
    /** Where something does not come about in so many records, it is given up. */
    private static final int LONG = 600;
    /** To go back by less may go back by nothing. */
    private static final int FEW = 10;

    private final LoopStage stage;
    private final LoopTopic topic;
    private final LogTail tail;
    private final KafkaProxy proxy;
    private final Random random;

    Troubles(LoopStage stage, LoopTopic topic, LogTail tail, KafkaProxy proxy) {
        this.stage = stage;
        this.topic = topic;
        this.tail = tail;
        this.proxy = proxy;
        this.random = stage.random();
    }

    void strike(Trouble trouble) {
        stage.awaitMore(more());
        switch (trouble) {
            case KILL -> kill(stage.any());
            case REPLACE -> replace();
            case JOIN -> join();
            case FREEZE -> freeze();
            case DEATH -> death();
            case ANSWER_DROPPED -> loseAnswers(false);
            case ANSWERS_SWALLOWED -> loseAnswers(true);
            case COMMITS_OUT -> commitsOut();
            case REWIND -> rewind();
            case RESET -> reset();
            case DELETE -> delete();
            case HOLES -> holes();
        }
    }

    private int more() {
        return FEWEST_MORE + random.nextInt(MORE_MORE);
    }

    private void kill(LoopProcess victim) {
        stage.kill(victim, random.nextInt(MOST_POINTS));
        stage.hit("kill of " + victim.name());
        stage.start();
    }

    private void replace() {
        stage.stop(List.of(stage.any()));
        stage.awaitMore(stage.live().isEmpty() ? 0 : more() / 4);
        stage.start();
        stage.hit("replaced");
    }

    private void join() {
        if (stage.isFull()) {
            stage.stop(List.of(stage.any()));
            if (stage.live().isEmpty()) {
                stage.start();
            }
        } else {
            LoopProcess joined = stage.start();
            stage.awaitAsking(joined.name() + " is a member", () -> topic.hasMember(stage.clientIds(joined)));
        }
        stage.hit("joined or left");
    }

    private void freeze() {
        if (stage.live().size() < 2) {
            stage.start();
        }
        LoopProcess victim = stage.any();
        boolean isShort = random.nextInt(4) == 0;
        // Of the consumer protocol a client that is frozen in between tells its loop later what it was given before,
        // and the coordinator then takes commits of it that go back: no loop can know better.
        stage.awaitAsking("the group is stable", topic::isGroupStable);
        stage.freeze(victim);
        if (!isShort) {
            stage.awaitAsking(
                    "the group moves on without " + victim.name(), () -> !topic.hasMember(stage.clientIds(victim)));
        }
        stage.awaitMore(more() / 2);
        stage.thaw(victim);
        stage.hit(victim.name() + " stood still" + (isShort ? "" : " until the group had moved on"));
    }

    private void death() {
        LoopProcess victim = stage.any();
        int again = random.nextInt(2);
        victim.letDie(true);
        boolean died = awaitOrLong(victim.name() + " has a dead worker", victim::hadDeath);
        victim.letDie(false);
        if (died) {
            stage.hit("a worker of " + victim.name() + " died");
        }
        LoopWorker dead = victim.workers().stream()
                .filter(LoopWorker::hasDied)
                .findFirst()
                .orElse(null);
        if (dead != null && again == 1) {
            stage.await(victim.name() + " is rid of its dead worker", () -> !dead.isAlive());
            stage.addWorker(victim, dead.number());
        } else if (stage.live().isEmpty()) {
            stage.start();
        }
    }

    /** Whether it came about before very much was done. */
    private boolean awaitOrLong(String what, BooleanSupplier condition) {
        long limit = stage.handled() + LONG;
        stage.await(what, () -> condition.getAsBoolean() || stage.handled() >= limit);
        return condition.getAsBoolean();
    }

    /** Whoever commits next: one of which nothing can be lost for want of partitions would make the round void. */
    private void loseAnswers(boolean silently) {
        int times = silently ? 1 : 1 + random.nextInt(3);
        RuleBuilder of = proxy.on(ApiKeys.OFFSET_COMMIT)
                .response()
                .client(topic.name() + "-p.*")
                .after(random.nextInt(3))
                .times(times);
        Rule rule = silently ? of.swallow() : of.dropAndCut();
        awaitOrLong("answers are lost", () -> rule.fired() >= times);
        stage.awaitMore(more() / 2);
        rule.remove();
        for (long i = 0; i < rule.fired(); i++) {
            stage.hit(SeenRule.ANSWER_LOST + (silently ? "without a sign" : "with the connection"));
        }
    }

    private void commitsOut() {
        LoopProcess victim = stage.any();
        boolean dies = random.nextBoolean();
        Rule rule = proxy.on(ApiKeys.OFFSET_COMMIT)
                .request()
                .client(stage.clientIds(victim) + ".*")
                .always()
                .dropAndCut();
        long before = victim.failedCommits();
        awaitOrLong("commits of " + victim.name() + " fail", () -> victim.failedCommits() > before + 1);
        if (dies) {
            // It goes on as long as it may, and is killed with all that is not committed.
            stage.awaitMore(1);
            kill(victim);
        }
        rule.remove();
        stage.hit("commits of " + victim.name() + " did not arrive");
    }

    private void rewind() {
        int first = random.nextInt(topic.partitions().size());
        double share = random.nextDouble();
        TopicPartition[] chosen = new TopicPartition[1];
        long[] to = new long[1];
        stage.awaitAsking("there is something to go back to", () -> {
            Map<TopicPartition, Long> committed = topic.committed();
            Map<TopicPartition, Long> starts = topic.starts();
            for (int i = 0; i < topic.partitions().size() && chosen[0] == null; i++) {
                TopicPartition partition =
                        topic.partitions().get((first + i) % topic.partitions().size());
                long start = starts.get(partition);
                long behind = committed.getOrDefault(partition, 0L) - start;
                if (behind > FEW) {
                    chosen[0] = partition;
                    to[0] = start + (long) (share * behind);
                }
            }
            return chosen[0] != null;
        });
        rewind(chosen[0], to[0]);
    }

    private void rewind(TopicPartition partition, long to) {
        LoopProcess.Move move = new LoopProcess.Move(partition, to);
        stage.running().forEach(process -> process.operate(move));
        boolean done = awaitOrLong("an owner moves " + partition, move::isTaken);
        // Whoever comes later shall not do it.
        if (done || !move.take()) {
            stage.hit(partition + " moved back to " + to);
        }
    }

    private void reset() {
        stage.stop(stage.running());
        stage.awaitAsking("the group is empty", topic::isGroupEmpty);
        Map<TopicPartition, Long> starts = topic.starts();
        Map<TopicPartition, Long> ends = topic.ends();
        TopicPartition partition =
                topic.partitions().get(random.nextInt(topic.partitions().size()));
        long start = starts.get(partition);
        long to = start + (long) (random.nextDouble() * (ends.get(partition) - start));
        stage.observer().operatorReset(partition, to);
        topic.reset(partition, to);
        stage.hit("the group's offset of " + partition + " set to " + to);
        stage.start();
        stage.start();
    }

    /** A process dies, and until others have its partitions records wait in them. */
    private void delete() {
        LoopProcess victim = stage.any();
        stage.kill(victim, random.nextInt(MOST_POINTS));
        stage.hit("kill of " + victim.name());
        if (stage.live().isEmpty()) {
            stage.start();
        } else {
            stage.awaitMore(more());
        }
        Map<TopicPartition, Long> committed = topic.committed();
        Map<TopicPartition, Long> below = new HashMap<>();
        topic.ends().forEach((partition, end) -> {
            long from = committed.getOrDefault(partition, 0L);
            below.put(partition, end - (long) (random.nextDouble() / 2 * Math.max(0, end - from)));
        });
        // Who watches the log must have seen what goes, at least so far that nobody can have seen more.
        stage.await(
                "all that is deleted was seen",
                () -> below.entrySet().stream().allMatch(entry -> tail.next(entry.getKey()) >= entry.getValue()));
        below.forEach(topic::deleteBelow);
        stage.hit("deleted up to " + below.values());
        stage.start();
    }

    private void holes() {
        Map<TopicPartition, Long> largest = new HashMap<>();
        TopicPartition[] compacted = new TopicPartition[1];
        stage.awaitAsking("the broker compacts", () -> {
            topic.sizes().forEach((partition, size) -> {
                if (size < largest.merge(partition, size, Math::max)) {
                    compacted[0] = partition;
                }
            });
            return compacted[0] != null;
        });
        stage.hit("the broker has compacted " + compacted[0]);
        rewind(compacted[0], topic.starts().get(compacted[0]));
        stage.awaitMore(more());
    }
}

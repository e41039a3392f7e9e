package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.witness.EngineUnderTest;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * A process's heartbeats do not arrive. Each takes its connection with it, at once or when the client gives it up: a
 * single request cannot be missing between others.
 */
final class LostHeartbeats implements Scenario {
    /** To a classic group a commit is as good as a heartbeat: who commits often enough is never taken for dead. */
    private static final int ENOUGH = 40;

    @Override
    public String name() {
        return "heartbeats-lost";
    }

    @Override
    public String summary() {
        return "heartbeats alone are lost until their member is taken for dead, while it works and commits between them";
    }

    @Override
    public int minHits() {
        return 1;
    }

    @Override
    public boolean isBehindProxy() {
        return true;
    }

    @Override
    public Duration commitsDelayedBy() {
        return Duration.ofSeconds(4);
    }

    @Override
    public void play(Stage stage) {
        List<EngineUnderTest> engines = stage.startAll();
        EngineUnderTest victim = engines.get(stage.random().nextInt(engines.size()));
        boolean isTold = stage.random().nextBoolean();
        long at = stage.random().nextLong(1, stage.records() / 6);
        if (!stage.awaitHandledBy(victim, at)) {
            return;
        }
        String clientId = stage.clientId(victim);
        var heartbeats = stage.proxy()
                .on(ApiKeys.HEARTBEAT, ApiKeys.CONSUMER_GROUP_HEARTBEAT)
                .request()
                .client(clientId + "-\\d+")
                .always();
        Rule rule = isTold ? heartbeats.dropAndCut() : heartbeats.swallow();
        stage.awaitGroup(
                "the group is without it",
                () -> victim.lost() > 0 || stage.group().hasNone(clientId) || rule.fired() >= ENOUGH);
        String what = rule.fired() + " heartbeats of " + victim.process() + " lost from its record " + at + " on, "
                + (isTold ? "each with its connection" : "without a sign") + "; ";
        rule.remove();
        if (victim.lost() == 0 && !stage.group().hasNone(clientId)) {
            stage.hit(what + "its commits kept it a member");
            return;
        }
        stage.await("it is told", () -> victim.lost() > 0);
        stage.awaitGroup("it is a member again", () -> stage.group().isServedBy(clientId));
        stage.hit(what + "it was told that it had lost " + victim.lost() + " partitions");
    }
}

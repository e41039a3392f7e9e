package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.witness.EngineUnderTest;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;

/** A process's heartbeats do not arrive, or too late, and all else that it says does. */
final class LostHeartbeats implements Scenario {
    /** Longer than a session. */
    private static final Duration LATE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "heartbeats-lost";
    }

    @Override
    public String summary() {
        return "heartbeats alone are lost or late until their member is taken for dead, while it works and commits";
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
        return LATE;
    }

    @Override
    public void play(Stage stage) {
        List<EngineUnderTest> engines = stage.startAll();
        EngineUnderTest victim = engines.get(stage.random().nextInt(engines.size()));
        boolean isLost = stage.random().nextBoolean();
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
        Rule rule = isLost ? heartbeats.dropAndCut() : heartbeats.delay(LATE);
        stage.await(
                "the group is without it",
                () -> victim.lost() > 0 || stage.group().hasNone(clientId));
        rule.remove();
        stage.await("it is told", () -> victim.lost() > 0);
        stage.await("it is a member again", () -> stage.group().isServedBy(clientId));
        stage.hit("heartbeats of " + victim.process() + (isLost ? " lost" : " late") + " from its record " + at
                + " on, it was told that it had lost " + victim.lost() + " partitions");
    }
}

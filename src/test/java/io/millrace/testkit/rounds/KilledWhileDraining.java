package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.proxy.RuleBuilder;
import io.millrace.testkit.witness.EngineUnderTest;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * SIGTERM to a process that has a record in hand, and before it has ended, SIGKILL: while its last commit is under way,
 * or where it commits nothing behind a record, with the record still in hand.
 */
final class KilledWhileDraining implements Scenario {
    @Override
    public String name() {
        return "killed-while-draining";
    }

    @Override
    public String summary() {
        return "SIGTERM, and SIGKILL while the last commit is under way, done or not: another takes over";
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
    public void play(Stage stage) {
        long holdAt = stage.random().nextLong(1, stage.records() / 4);
        boolean isDone = stage.random().nextBoolean();
        stage.start();
        EngineUnderTest victim = stage.startHolding(holdAt);
        stage.awaitOrNearlyDone(victim.process() + " holds a record", victim::isHolding);
        if (!victim.isHolding()) {
            return;
        }
        stage.terminate(victim);
        stage.awaitDraining(victim);
        if (stage.mode().commitsBehind()) {
            // The worker that waits has stopped to begin records: its next commit is its last.
            Rule last = lastCommit(stage, victim, isDone).swallow();
            victim.release();
            stage.await(victim.process() + " commits its last", () -> last.fired() > 0 || !victim.isAlive());
        }
        stage.kill(victim);
        stage.hit(victim.process() + " was killed while it drained");
        stage.start();
        stage.awaitMore(stage.records() / 4);
    }

    private static RuleBuilder lastCommit(Stage stage, EngineUnderTest victim, boolean isDone) {
        var commits = stage.proxy().on(ApiKeys.OFFSET_COMMIT);
        return (isDone ? commits.response() : commits.request())
                .client(stage.clientId(victim) + "-" + victim.holdingWorker());
    }
}

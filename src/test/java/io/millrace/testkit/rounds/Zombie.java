package io.millrace.testkit.rounds;

import io.millrace.testkit.witness.EngineUnderTest;
import java.util.List;
import java.util.concurrent.Callable;

/** A process is stopped by SIGSTOP until the group has given its partitions to others, then goes on. */
final class Zombie implements Scenario {
    @Override
    public String name() {
        return "sigstop";
    }

    @Override
    public String summary() {
        return "SIGSTOP until the group has moved on, then SIGCONT: the zombie must be told and do no harm";
    }

    @Override
    public int minHits() {
        return 2;
    }

    @Override
    public void play(Stage stage) {
        List<EngineUnderTest> engines = stage.startAll();
        EngineUnderTest victim = engines.get(stage.random().nextInt(engines.size()));
        EngineUnderTest other = engines.get(victim == engines.get(0) ? 1 : 0);
        long at = stage.random().nextLong(1, stage.records() / 6);
        long meanwhile = stage.random().nextLong(1, stage.records() / 20);
        if (!stage.awaitHandledBy(victim, at)) {
            return;
        }
        stage.freeze(victim);
        stage.awaitMovedOn(victim);
        stage.awaitOrNearlyDone(other.process() + " goes on", goesOn(other, meanwhile));
        stage.hit("the group moved on while " + victim.process() + " was stopped at its record " + at);
        stage.thaw(victim);
        String clientId = stage.clientId(victim);
        stage.awaitGroup("the zombie is a member again", () -> stage.group().isServedBy(clientId));
        stage.stop(victim);
        if (Stage.lost(victim) > 0) {
            stage.hit(victim.process() + " was told that it had lost " + Stage.lost(victim) + " partitions");
        }
    }

    private static Callable<Boolean> goesOn(EngineUnderTest engine, long more) {
        long goal = engine.handled() + more;
        return () -> engine.handled() >= goal;
    }
}

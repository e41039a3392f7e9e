package io.millrace.testkit.rounds;

import io.millrace.testkit.witness.EngineUnderTest;

/**
 * SIGTERM to a process that has a record in hand, then SIGSTOP until others have its partitions, then SIGCONT: it
 * finishes what it had begun, and must not commit over the new owners.
 */
final class FrozenWhileDraining implements Scenario {
    @Override
    public String name() {
        return "frozen-while-draining";
    }

    @Override
    public String summary() {
        return "SIGTERM, SIGSTOP until the group has moved on, SIGCONT: what drains must be refused, and end";
    }

    @Override
    public int minHits() {
        return 1;
    }

    @Override
    public void play(Stage stage) {
        long holdAt = stage.random().nextLong(1, stage.records() / 4);
        stage.start();
        EngineUnderTest victim = stage.startHolding(holdAt);
        stage.awaitOrNearlyDone(victim.process() + " holds a record", victim::isHolding);
        if (!victim.isHolding()) {
            return;
        }
        stage.terminate(victim);
        // The worker that waits cannot end before it is let go.
        stage.awaitDraining(victim);
        stage.freeze(victim);
        stage.awaitMovedOn(victim);
        stage.hit("the group moved on while " + victim.process() + " stood still in its drain");
        victim.release();
        stage.thaw(victim);
        stage.awaitStopped(victim);
        stage.awaitMore(stage.records() / 8);
    }
}

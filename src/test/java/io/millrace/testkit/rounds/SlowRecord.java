package io.millrace.testkit.rounds;

import io.millrace.testkit.witness.EngineUnderTest;
import java.util.List;
import java.util.concurrent.Callable;

/** One record keeps its handler for longer than a member may go without a poll, and comes back late. */
final class SlowRecord implements Scenario {
    @Override
    public String name() {
        return "slow-record";
    }

    @Override
    public String summary() {
        return "one record outlasts max.poll.interval.ms: others take over, and its late handler must do no harm";
    }

    @Override
    public int minHits() {
        return 2;
    }

    @Override
    public boolean expiresFast() {
        return false;
    }

    /** Longer than a poll's records take on a busy machine: only the slow one shall be too slow. */
    @Override
    public List<String> settings(Variant.Mode mode) {
        String interval = "kafka.consumer.max.poll.interval.ms = 3s";
        return mode.commits() ? List.of(interval, "delivery.revoke-timeout = 1500ms") : List.of(interval);
    }

    @Override
    public int pollMillis() {
        return 300;
    }

    @Override
    public void play(Stage stage) {
        long at = stage.random().nextLong(1, stage.records() / 6);
        EngineUnderTest slow = stage.startHolding(at);
        EngineUnderTest other = stage.start();
        stage.awaitOrNearlyDone(slow.process() + " is held", slow::isHolding);
        if (!slow.isHolding()) {
            return;
        }
        String member = stage.clientId(slow) + '-' + slow.holdingWorker();
        stage.awaitGroup("the group moves on", () -> stage.group().hasMovedOn(member, stage.partitions()));
        stage.awaitOrNearlyDone(
                "others go on", goesOn(stage, other, stage.random().nextLong(1, stage.records() / 20)));
        stage.hit("the group moved on while worker " + slow.holdingWorker() + " of " + slow.process()
                + " was at its record " + at);
        slow.release();
        stage.awaitOrNearlyDone(slow.process() + " is told", () -> slow.lost() > 0);
        stage.awaitGroup("it is a member again", () -> stage.group().isServedBy(member));
        if (slow.lost() > 0) {
            stage.hit(slow.process() + " was told that it had lost " + slow.lost() + " partitions");
        }
    }

    private static Callable<Boolean> goesOn(Stage stage, EngineUnderTest other, long more) {
        long goal = stage.handled() + more;
        return () -> stage.handled() >= goal || !other.isAlive();
    }
}

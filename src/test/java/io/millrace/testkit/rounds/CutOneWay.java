package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.proxy.RuleBuilder;
import io.millrace.testkit.witness.EngineUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The network between one process and the broker is cut in one direction or both, for longer than a session. */
final class CutOneWay implements Scenario {
    private enum Way {
        TO_BROKER("from it to the broker"),
        FROM_BROKER("from the broker to it"),
        BOTH("both ways");

        private final String text;

        Way(String text) {
            this.text = text;
        }
    }

    @Override
    public String name() {
        return "cut-one-way";
    }

    @Override
    public String summary() {
        return "nothing passes from a process to the broker, or back, or both, until the group has moved on";
    }

    @Override
    public int minHits() {
        return 2;
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
        EngineUnderTest other = engines.get(victim == engines.get(0) ? 1 : 0);
        Way way = Way.values()[stage.random().nextInt(Way.values().length)];
        boolean isLost = stage.random().nextBoolean();
        long at = stage.random().nextLong(1, stage.records() / 6);
        long meanwhile = stage.random().nextLong(1, stage.records() / 20);
        if (!stage.awaitHandledBy(victim, at)) {
            return;
        }
        String clientId = stage.clientId(victim);
        String what = victim.process() + " cut off at its record " + at + ", " + way.text + ", what is sent is "
                + (isLost ? "lost" : "late");
        stage.observer().outage(true, what);
        List<Rule> cut = cut(stage, way, isLost, clientId + "-\\d+");
        stage.awaitGroup("the group moves on", () -> stage.group().hasMovedOn(clientId, stage.partitions()));
        stage.awaitOrNearlyDone(other.process() + " goes on", goesOn(other, meanwhile));
        stage.hit(what);
        cut.forEach(Rule::remove);
        stage.observer().outage(false, what);
        stage.awaitGroup("it is a member again", () -> stage.group().isServedBy(clientId));
        stage.stop(victim);
        if (Stage.lost(victim) > 0) {
            stage.hit(victim.process() + " was told that it had lost " + Stage.lost(victim) + " partitions");
        }
    }

    private static List<Rule> cut(Stage stage, Way way, boolean isLost, String clients) {
        List<RuleBuilder> sides = new ArrayList<>();
        if (way != Way.FROM_BROKER) {
            sides.add(stage.proxy().onAny().request());
        }
        if (way != Way.TO_BROKER) {
            sides.add(stage.proxy().onAny().response());
        }
        return sides.stream()
                .map(side -> side.client(clients).always())
                .map(side -> isLost ? side.swallow() : side.hold())
                .toList();
    }

    private static Callable<Boolean> goesOn(EngineUnderTest engine, long more) {
        long goal = engine.handled() + more;
        return () -> engine.handled() >= goal;
    }
}

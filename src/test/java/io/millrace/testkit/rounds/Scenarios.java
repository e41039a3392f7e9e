package io.millrace.testkit.rounds;

import java.util.List;
import java.util.Optional;

/** All scenarios there are: a new one is entered here and nowhere else. Stateless. */
public final class Scenarios {
    private static final List<Scenario> ALL = List.of(
            new CleanStop(),
            new Kills(),
            new KilledWhileDraining(),
            new FrozenWhileDraining(),
            new Churn(),
            new SlowRecord(),
            new LostAnswers(),
            new LateAnswers(),
            new CutOneWay(),
            new LostHeartbeats(),
            new RebalanceStorm(),
            new CommitInRebalance(),
            new BrokerRestarts(),
            new Zombie());

    private Scenarios() {}

    public static List<Scenario> all() {
        return ALL;
    }

    public static List<String> names() {
        return ALL.stream().map(Scenario::name).toList();
    }

    public static Optional<Scenario> find(String name) {
        return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
    }
}

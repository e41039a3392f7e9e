package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.witness.EngineUnderTest;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Somebody joins, and a member that works on hears too late what the group has agreed on: its commits fall into the
 * rebalance, or are made as of the generation before.
 */
final class CommitInRebalance implements Scenario {
    private static final int FEWEST = 1;
    private static final int MOST = 3;
    /** Half a session of the consumer protocol: whose heartbeat is not answered sends no other one. */
    private static final Duration LONGEST = Duration.ofMillis(1_500);

    @Override
    public String name() {
        return "commit-in-rebalance";
    }

    @Override
    public String summary() {
        return "answers about a rebalance are held back while a member commits: refused or not, no record is dropped";
    }

    @Override
    public int minHits() {
        return FEWEST;
    }

    @Override
    public boolean suits(Variant.Mode mode) {
        return mode.commits();
    }

    @Override
    public boolean expiresFast() {
        return false;
    }

    @Override
    public Duration commitsDelayedBy() {
        return Duration.ofSeconds(4);
    }

    @Override
    public int pollMillis() {
        return 200;
    }

    @Override
    public boolean isBehindProxy() {
        return true;
    }

    @Override
    public void play(Stage stage) {
        List<EngineUnderTest> engines = stage.startAll();
        int times = stage.random().nextInt(FEWEST, MOST + 1);
        for (int i = 0; i < times && !stage.isNearlyDone(); i++) {
            EngineUnderTest victim = engines.get(stage.random().nextInt(engines.size()));
            if (stage.awaitHandledBy(victim, victim.handled() + stage.random().nextLong(1, stage.records() / 10))) {
                holdBack(stage, victim, stage.random().nextBoolean() ? ApiKeys.JOIN_GROUP : ApiKeys.SYNC_GROUP);
            }
        }
    }

    private static void holdBack(Stage stage, EngineUnderTest victim, ApiKeys classic) {
        ApiKeys held = stage.protocol() == Variant.Protocol.CONSUMER ? ApiKeys.CONSUMER_GROUP_HEARTBEAT : classic;
        try (Passerby passerby = stage.passerby()) {
            Rule barrier = stage.proxy()
                    .on(held)
                    .response()
                    .client(stage.clientId(victim) + "-\\d+")
                    .hold();
            stage.awaitOrNearlyDone(held + " of " + victim.process(), () -> {
                passerby.hasPartitions();
                return barrier.fired() > 0;
            });
            long tries = victim.commitsTried();
            long until = System.nanoTime() + LONGEST.toNanos();
            // Not every protocol and mode lets it commit now, and then there is nothing to wait for.
            stage.awaitOrNearlyDone("a commit", () -> {
                passerby.hasPartitions();
                return victim.commitsTried() > tries || System.nanoTime() > until;
            });
            if (barrier.fired() > 0) {
                stage.hit("answer to " + held + " of " + victim.process() + " held back while it tried "
                        + (victim.commitsTried() - tries) + " commits");
            }
            barrier.remove();
            stage.awaitOrNearlyDone("the passer-by has partitions", passerby::hasPartitions);
        }
    }
}

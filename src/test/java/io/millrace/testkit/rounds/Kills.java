package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.witness.EngineUnderTest;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;

/** Processes die of SIGKILL, at a record or inside a commit, and others take their place. */
final class Kills implements Scenario {
    private static final int MOST_KILLS = 3;

    @Override
    public String name() {
        return "sigkill";
    }

    @Override
    public String summary() {
        return "1 to 3 SIGKILLs, at the nth record or while a commit is under way; each time a new process starts";
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
        stage.startAll();
        int kills = stage.times(1, MOST_KILLS);
        for (int i = 0; i < kills && !stage.isNearlyDone(); i++) {
            List<EngineUnderTest> running = stage.running();
            EngineUnderTest victim = running.get(stage.random().nextInt(running.size()));
            long at = victim.handled() + stage.random().nextLong(1, stage.records() / 8);
            boolean isBetween = stage.random().nextBoolean();
            if (isBetween || !stage.mode().commits()) {
                killAt(stage, victim, at);
            } else {
                killInCommit(stage, victim, at);
            }
        }
    }

    private static void killAt(Stage stage, EngineUnderTest victim, long at) {
        if (stage.awaitHandledBy(victim, at)) {
            stage.kill(victim);
            stage.hit(victim.process() + " killed at its record " + at);
            stage.start();
        }
    }

    /** Before the broker sees the commit, or when it has answered and the answer is not there yet. */
    private static void killInCommit(Stage stage, EngineUnderTest victim, long at) {
        boolean isApplied = stage.random().nextBoolean();
        if (!stage.awaitHandledBy(victim, at)) {
            return;
        }
        var commits = stage.proxy().on(ApiKeys.OFFSET_COMMIT);
        String clients = stage.clientId(victim) + "-\\d+";
        Rule barrier = (isApplied ? commits.response() : commits.request())
                .client(clients)
                .hold();
        stage.awaitOrNearlyDone("a commit of " + victim.process(), () -> barrier.fired() > 0);
        if (barrier.fired() > 0) {
            stage.kill(victim);
            stage.hit(victim.process() + " killed in a commit " + (isApplied ? "that was" : "that was not yet")
                    + " applied");
            stage.start();
        }
        barrier.remove();
    }
}

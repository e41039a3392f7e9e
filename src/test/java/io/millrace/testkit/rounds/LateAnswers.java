package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.witness.EngineUnderTest;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;

/** The broker has applied commits, and their answers come when nobody waits for them any more. */
final class LateAnswers implements Scenario {
    private static final int FEWEST = 2;
    private static final int MOST = 4;
    /** Longer than the engine waits for a commit, shorter than its client does. */
    private static final int LATE_MILLIS = 900;

    /** Longer than its client waits, too: the answer comes to a connection that nobody reads. */
    private static final int TOO_LATE_MILLIS = 2_500;

    @Override
    public String name() {
        return "commit-answers-delayed";
    }

    @Override
    public String summary() {
        return "answers to commits come after the commit's time limit, or after the client has given up";
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
    public List<String> settings(Variant.Mode mode) {
        return mode.isEngines() ? List.of("delivery.commit.timeout = 400ms") : List.of();
    }

    @Override
    public Duration commitsDelayedBy() {
        return Duration.ofSeconds(4);
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
            EngineUnderTest engine = engines.get(stage.random().nextInt(engines.size()));
            int millis = stage.random().nextBoolean() ? LATE_MILLIS : TOO_LATE_MILLIS;
            Rule rule = stage.proxy()
                    .on(ApiKeys.OFFSET_COMMIT)
                    .response()
                    .client(stage.clientId(engine) + "-\\d+")
                    .after(stage.random().nextInt(2))
                    .delay(Duration.ofMillis(millis));
            stage.awaitOrNearlyDone("a commit of " + engine.process(), () -> rule.fired() > 0);
            if (rule.fired() > 0) {
                stage.hit("answer to " + engine.process() + " delayed by " + millis + " ms");
                long goal = engine.handled() + stage.random().nextLong(1, stage.records() / 20);
                stage.awaitOrNearlyDone("more records", () -> engine.handled() >= goal);
            }
        }
    }
}

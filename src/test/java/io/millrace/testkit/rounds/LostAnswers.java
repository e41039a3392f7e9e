package io.millrace.testkit.rounds;

import io.millrace.testkit.proxy.Rule;
import io.millrace.testkit.witness.EngineUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.protocol.ApiKeys;

/** The broker has applied commits, and their answers are lost: with the connection, or without a sign. */
final class LostAnswers implements Scenario {
    private static final int FEWEST = 2;
    private static final int MOST = 5;

    @Override
    public String name() {
        return "commit-answers-dropped";
    }

    @Override
    public String summary() {
        return "answers to commits are lost, each with its connection, one without a sign";
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
        int silent = stage.random().nextInt(times);
        for (int i = 0; i < times && !stage.isNearlyDone(); i++) {
            EngineUnderTest engine = engines.get(stage.random().nextInt(engines.size()));
            lose(stage, engine, stage.random().nextInt(2), i == silent);
        }
        if (stage.random().nextBoolean()) {
            loseTheLast(stage, engines.get(0));
        }
    }

    private static void lose(Stage stage, EngineUnderTest engine, int after, boolean silent) {
        var answers = stage.proxy()
                .on(ApiKeys.OFFSET_COMMIT)
                .response()
                .client(stage.clientId(engine) + "-\\d+")
                .after(after);
        Rule rule = silent ? answers.swallow() : answers.dropAndCut();
        stage.awaitOrNearlyDone("a commit of " + engine.process(), () -> rule.fired() > 0);
        if (rule.fired() > 0) {
            stage.hit("answer to " + engine.process() + (silent ? " swallowed" : " dropped with its connection"));
            stage.awaitOrNearlyDone("more records", more(stage, engine));
        }
        rule.remove();
    }

    /** Whether it goes on: nobody is told of an answer that never came before the client's own timeout. */
    private static Callable<Boolean> more(Stage stage, EngineUnderTest engine) {
        long goal = engine.handled() + stage.random().nextLong(1, stage.records() / 20);
        return () -> engine.handled() >= goal;
    }

    /** The last commit of a process, after which there is none that would make up for it. */
    private static void loseTheLast(Stage stage, EngineUnderTest engine) {
        Rule rule = stage.proxy()
                .on(ApiKeys.OFFSET_COMMIT)
                .response()
                .client(stage.clientId(engine) + "-\\d+")
                .dropAndCut();
        stage.stop(engine);
        if (rule.fired() > 0) {
            stage.hit("answer to " + engine.process() + " dropped while it stopped");
        }
        rule.remove();
    }
}

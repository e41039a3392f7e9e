package io.millrace.testkit.rounds;

import io.millrace.testkit.witness.EngineUnderTest;

/** A further process comes and goes, while the others work on. */
final class Churn implements Scenario {
    private static final int FEWEST = 2;
    private static final int MOST = 4;

    @Override
    public String name() {
        return "churn";
    }

    @Override
    public String summary() {
        return "a third process joins and leaves 2 to 4 times, in good order: nothing may be repeated";
    }

    @Override
    public int minHits() {
        return FEWEST;
    }

    @Override
    public boolean mayRepeat() {
        return false;
    }

    @Override
    public boolean expiresFast() {
        return false;
    }

    @Override
    public double seconds() {
        return 5;
    }

    @Override
    public void play(Stage stage) {
        stage.startAll();
        int times = stage.times(FEWEST, MOST);
        stage.awaitHandled(stage.random().nextLong(1, stage.records() / 20));
        for (int i = 0; i < times && !stage.isNearlyDone(); i++) {
            EngineUnderTest third = stage.start();
            boolean took = stage.awaitHandledBy(third, stage.random().nextLong(1, stage.records() / 50));
            stage.stop(third);
            if (took) {
                stage.hit(third.process() + " came and went");
            }
        }
    }
}

package io.millrace.testkit.rounds;

import io.millrace.testkit.witness.EngineUnderTest;
import java.util.List;

/** Everything is stopped in good order half-way, and gone on with. */
final class CleanStop implements Scenario {
    private static final double EARLIEST = 0.3;
    private static final double LATEST = 0.7;

    @Override
    public String name() {
        return "clean";
    }

    @Override
    public String summary() {
        return "SIGTERM to all processes half-way, then the rest: nothing may be repeated";
    }

    @Override
    public int minHits() {
        return 1;
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
    public void play(Stage stage) {
        List<EngineUnderTest> engines = stage.startAll();
        stage.awaitHandled((long) (stage.records() * stage.random().nextDouble(EARLIEST, LATEST)));
        engines.forEach(stage::terminate);
        engines.forEach(stage::awaitStopped);
        if (stage.handled() < stage.records()) {
            stage.hit("all stopped at " + stage.handled());
        }
    }
}

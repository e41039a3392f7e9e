package io.millrace.testkit.rounds;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A member comes and goes, again and again, as fast as the group lets it. */
final class RebalanceStorm implements Scenario {
    private static final int FEWEST = 8;
    private static final int MOST = 30;

    @Override
    public String name() {
        return "rebalance-storm";
    }

    @Override
    public String summary() {
        return "a member joins and leaves 8 to 30 times without a pause: work goes on, and nothing may be repeated";
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
    public int pollMillis() {
        return 100;
    }

    @Override
    public double seconds() {
        return 6;
    }

    @Override
    public void play(Stage stage) {
        stage.startAll();
        int times = stage.random().nextInt(FEWEST, MOST + 1);
        stage.awaitHandled(stage.random().nextLong(1, stage.records() / 20));
        long before = stage.handled();
        long began = System.nanoTime();
        int passed = 0;
        while (passed < times && !stage.isNearlyDone()) {
            try (Passerby passerby = stage.passerby()) {
                stage.awaitOrNearlyDone("a passer-by has partitions", passerby::hasPartitions);
            }
            passed++;
        }
        double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
        long handled = stage.handled() - before;
        if (handled == 0) {
            throw new RoundFailure("nothing was handled while " + passed + " members came and went", null);
        }
        if (passed >= FEWEST) {
            stage.hit(String.format(
                    Locale.ROOT,
                    "%d members came and went in %.1f s, %.0f records/s meanwhile",
                    passed,
                    seconds,
                    handled / seconds));
        }
    }
}

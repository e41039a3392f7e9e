package io.millrace.testkit.rounds;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A member comes and goes, again and again, as fast as the group lets it. */
final class RebalanceStorm implements Scenario {
    private static final int FEWEST = 8;
    private static final int MOST = 30;
    /** A minute, if one comes and goes in 300 ms. */
    private static final int IN_FULL = 200;

    @Override
    public String name() {
        return "rebalance-storm";
    }

    @Override
    public String summary() {
        return "a member joins and leaves 200 times (8 to 30 where lean) without a pause: nothing may be repeated";
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
    public double secondsInFull() {
        return 75;
    }

    @Override
    public void play(Stage stage) {
        stage.startAll();
        int times = stage.isLean() ? stage.random().nextInt(FEWEST, MOST + 1) : IN_FULL;
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
        if (passed >= (stage.isLean() ? FEWEST : IN_FULL / 2)) {
            stage.hit(String.format(
                    Locale.ROOT,
                    "%d members came and went in %.1f s, %.0f records/s meanwhile",
                    passed,
                    seconds,
                    handled / seconds));
        }
    }
}

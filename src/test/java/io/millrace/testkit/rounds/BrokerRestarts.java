package io.millrace.testkit.rounds;

/** The broker goes and comes back with its data, once in good order and once after SIGKILL. */
final class BrokerRestarts implements Scenario {
    private static final int TIMES = 2;

    @Override
    public String name() {
        return "broker-restart";
    }

    @Override
    public String summary() {
        return "the broker is stopped and started, and killed and started, while the engines run";
    }

    @Override
    public int minHits() {
        return TIMES;
    }

    @Override
    public boolean isAlone() {
        return true;
    }

    @Override
    public void play(Stage stage) {
        stage.startAll();
        boolean killsFirst = stage.random().nextBoolean();
        for (int i = 0; i < TIMES; i++) {
            stage.awaitMore(stage.random().nextLong(stage.records() / 20, stage.records() / 5));
            boolean kills = killsFirst == (i == 0);
            String what = kills ? "broker killed" : "broker stopped";
            boolean interrupts = !stage.isNearlyDone();
            stage.observer().outage(true, what);
            if (kills) {
                stage.broker().kill();
            } else {
                stage.broker().stop();
            }
            stage.broker().restart();
            stage.observer().outage(false, what);
            if (interrupts) {
                stage.hit(what + " and started");
            }
        }
    }
}

package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.loops.EngineLoop;

/** One life of one worker: its loop and its client. One thread. */
final class SimWorker {
    final SimProcess process;
    final int number;
    final SimClient client;
    final EngineLoop loop;
    boolean ended;
    boolean failed;

    SimWorker(SimProcess process, int number, SimClient client, EngineLoop loop) {
        this.process = process;
        this.number = number;
        this.client = client;
        this.loop = loop;
    }

    boolean canRun() {
        return !ended && process.canRun();
    }
}

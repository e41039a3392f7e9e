package io.millrace.testkit.ledger.sim;

import java.util.ArrayList;
import java.util.List;

/** One engine process with its workers. One thread. */
final class SimProcess {
    final String name;
    final List<SimWorker> workers = new ArrayList<>();
    private long epochs;
    boolean dead;
    boolean stopped;
    /** Whether one of its workers has died: then its counters are not told. */
    boolean hadDeath;
    /** After so many points at which a kill may strike it does; -1: none is planned. */
    int killIn = -1;

    SimProcess(String name) {
        this.name = name;
    }

    long nextEpoch() {
        return ++epochs;
    }

    boolean canRun() {
        return !dead && !stopped;
    }
}

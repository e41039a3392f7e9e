package io.millrace.testkit.ledger;

import java.util.HashMap;
import java.util.Map;

/**
 * V14: once a worker has died and was not started again, no status may say that it runs, after the plan's grace. What
 * counts as running is the state {@code RUNNING}; any other word is not a claim.
 */
final class GreenRule extends Rule {
    private record Id(String process, int worker) {}

    static final String RUNNING = "RUNNING";

    private final Map<Id, Long> deaths = new HashMap<>();
    private Facts facts;

    @Override
    protected void begin(Facts of) {
        facts = of;
    }

    @Override
    protected void life(WorkerTrack worker, JournalEvent event) {
        Id id = new Id(worker.process(), worker.number());
        if (event instanceof JournalEvent.WorkerDead) {
            deaths.put(id, event.time());
        } else if (event instanceof JournalEvent.WorkerStart) {
            deaths.remove(id);
        }
    }

    @Override
    protected void observed(JournalEvent.Observed event) {
        if (event instanceof JournalEvent.Status status && status.state().equals(RUNNING)) {
            Long died = deaths.get(new Id(status.process(), status.worker()));
            if (died != null
                    && status.time() - died > facts.plan().statusGrace().toNanos()) {
                facts.sink()
                        .add(
                                VerdictKind.V14,
                                Severity.FATAL,
                                status.process() + "/w" + status.worker() + " is called " + status.state() + ", "
                                        + (status.time() - died) / 1_000_000 + " ms after its death");
            }
        }
    }
}

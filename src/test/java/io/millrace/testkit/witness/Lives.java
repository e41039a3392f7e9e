package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.Witnesses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The lives of a process's workers, each with its journal. A worker makes its handler first and its consumer second, on
 * its own thread, so that thread is what joins the two. Any thread.
 */
final class Lives {
    private static final String WORKER = ".w";

    private final Path folder;
    private final String process;
    private final AtomicLong epochs = new AtomicLong();
    private final List<WorkerJournal> lives = new ArrayList<>();
    private final ThreadLocal<WorkerJournal> mine = new ThreadLocal<>();

    Lives(Path folder, String process) {
        this.folder = folder;
        this.process = process;
    }

    /** How the names of a process's journals begin. */
    static String prefix(String process) {
        return process + WORKER;
    }

    /** The calling thread begins a life as this worker; the one before it, if any, must have died. */
    synchronized WorkerJournal begin(int worker) {
        long before = 0;
        for (WorkerJournal life : lives) {
            if (life.worker() == worker) {
                before++;
                life.end(now -> new JournalEvent.WorkerDead(now, "another life has begun"));
            }
        }
        Path file = folder.resolve(prefix(process) + worker + "." + (before + 1) + Witnesses.JOURNAL);
        WorkerJournal journal = new WorkerJournal(file, process, worker, epochs);
        lives.add(journal);
        mine.set(journal);
        return journal;
    }

    /** The life that the calling thread has begun. */
    WorkerJournal mine() {
        WorkerJournal journal = mine.get();
        if (journal == null) {
            throw new IllegalStateException("a consumer is made on a thread that has opened no handler");
        }
        return journal;
    }

    /**
     * Ends what has not ended.
     *
     * @param states what the engine says of each worker at last; a worker that is not in it has died
     */
    synchronized void endAll(Map<Integer, String> states) {
        for (WorkerJournal life : lives) {
            String state = states.getOrDefault(life.worker(), "nothing is known of it");
            life.end(
                    state.equals("STOPPED")
                            ? JournalEvent.WorkerStop::new
                            : now -> new JournalEvent.WorkerDead(now, state));
        }
    }
}

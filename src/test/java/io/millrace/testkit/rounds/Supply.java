package io.millrace.testkit.rounds;

import io.millrace.testkit.witness.LedgerProducer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a round: as many as were drawn, and more of them where a scenario has not come to its end on a slow
 * machine. One thread.
 */
final class Supply {
    /** So often more is produced; a scenario that needs more than that has gone wrong. */
    private static final int MOST = 8;

    private final String bootstrap;
    private final Path folder;
    private final String topic;
    private final Draw draw;
    private final long seed;
    private final List<LedgerProducer> producers = new ArrayList<>();

    Supply(String bootstrap, Path folder, String topic, Draw draw, long seed) {
        this.bootstrap = bootstrap;
        this.folder = folder;
        this.topic = topic;
        this.draw = draw;
        this.seed = seed;
    }

    /** Produces as many as were drawn, in the background; false: it was so often already that it does not. */
    boolean more() {
        if (producers.size() > MOST) {
            return false;
        }
        // The same seed would make the same records again.
        long own = seed + ((long) producers.size() << Integer.SIZE);
        producers.add(
                draw.transactional()
                        ? LedgerProducer.startTransactional(
                                bootstrap, folder, topic, draw.records(), draw.perSecond(), own)
                        : LedgerProducer.start(bootstrap, folder, topic, draw.records(), draw.perSecond(), own));
        return true;
    }

    /** At least so many there are to handle. */
    long due() {
        return (long) draw.due() * producers.size();
    }

    /**
     * Returns when all are produced.
     *
     * @throws AssertionError if one could not go on
     */
    void await() {
        producers.forEach(LedgerProducer::await);
    }
}

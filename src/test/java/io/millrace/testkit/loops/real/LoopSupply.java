package io.millrace.testkit.loops.real;

import io.millrace.testkit.witness.LedgerProducer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The records of a round: more and more of them until it is told to end. One thread. */
final class LoopSupply {
    private static final int AT_ONCE = 300;
    private static final double PER_SECOND = 300;
    /** No round goes on for so long that is well. */
    private static final int MOST = 150;

    private final String bootstrap;
    private final Path folder;
    private final String topic;
    private final LoopDraw draw;
    private final long seed;
    private final List<LedgerProducer> producers = new ArrayList<>();

    LoopSupply(String bootstrap, Path folder, String topic, LoopDraw draw, long seed) {
        this.bootstrap = bootstrap;
        this.folder = folder;
        this.topic = topic;
        this.draw = draw;
        this.seed = seed;
    }

    /** Sees to it that records come. */
    void keepUp() {
        if (producers.size() < MOST && (producers.isEmpty() || !last().isAlive())) {
            producers.add(next());
        }
    }

    private LedgerProducer last() {
        return producers.get(producers.size() - 1);
    }

    private LedgerProducer next() {
        // The same seed would make the same records again.
        long own = seed + ((long) producers.size() << Integer.SIZE);
        if (draw.aborts()) {
            return LedgerProducer.startTransactional(bootstrap, folder, topic, AT_ONCE, PER_SECOND, own);
        }
        return draw.kind() == RoundKind.COMPACTION
                ? LedgerProducer.startKeyed(bootstrap, folder, topic, AT_ONCE, PER_SECOND, own)
                : LedgerProducer.start(bootstrap, folder, topic, AT_ONCE, PER_SECOND, own);
    }

    /**
     * Returns when all are produced.
     *
     * @throws AssertionError if one could not go on
     */
    void end() {
        producers.forEach(LedgerProducer::await);
    }
}

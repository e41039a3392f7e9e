package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.LogWitness;
import io.millrace.testkit.ledger.LogWitness.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/**
 * One partition's log: records that stand alone, transactions that end with a marker, some of them aborted; compaction
 * and deletion take records away afterwards. One thread.
 */
final class SimLog {
    private final TopicPartition name;
    private final List<Content> contents = new ArrayList<>();
    private long start;

    SimLog(TopicPartition name) {
        this.name = name;
    }

    TopicPartition name() {
        return name;
    }

    long start() {
        return start;
    }

    long end() {
        return contents.size();
    }

    boolean isVisible(long offset) {
        return offset >= start && contents.get((int) offset) == Content.VISIBLE;
    }

    /** Appends a few records or one transaction. */
    void append(Random random) {
        int records = 1 + random.nextInt(6);
        int form = random.nextInt(10);
        Content content = form == 0 ? Content.ABORTED : Content.VISIBLE;
        for (int i = 0; i < records; i++) {
            contents.add(content);
        }
        if (form < 3) {
            contents.add(Content.MARKER);
        }
    }

    /** Takes some records away as compaction does: any but the last few. */
    void compact(Random random) {
        for (int offset = (int) start; offset < contents.size() - 5; offset++) {
            if (contents.get(offset) == Content.VISIBLE && random.nextInt(8) == 0) {
                contents.set(offset, Content.COMPACTED);
            }
        }
    }

    /** Deletes what lies below, as retention does. */
    void deleteBelow(long offset) {
        for (long i = start; i < offset; i++) {
            if (contents.get((int) i) == Content.VISIBLE) {
                contents.set((int) i, Content.TRUNCATED);
            }
        }
        start = Math.max(start, offset);
    }

    void testify(LogWitness witness) {
        LogWitness.Partition partition = witness.partition(name, start, end());
        for (int offset = 0; offset < contents.size(); offset++) {
            partition.add(contents.get(offset), offset, offset + 1);
        }
    }

    boolean wasAborted(long offset) {
        return contents.get((int) offset) == Content.ABORTED;
    }

    boolean isMarker(long offset) {
        return contents.get((int) offset) == Content.MARKER;
    }
}

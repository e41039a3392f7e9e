package io.millrace.testkit.ledger;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What the log holds and held, told by a reader without a group. Filled by one thread; not changed while it is judged.
 *
 * <p>The file form, a checked line each, offsets as half-open ranges:
 *
 * <pre>
 * LOG isolation=read_committed
 * PARTITION TOPIC-P start=O end=O
 * VISIBLE|MARKER|ABORTED|COMPACTED|TRUNCATED TOPIC-P [FROM,TO)
 * </pre>
 */
public final class LogWitness {
    /** What an offset holds. Whatever is told of it later counts, where it was visible before. */
    public enum Content {
        /** A record that a reader at the engine's isolation level is given. */
        VISIBLE,
        /** A control record: the end of a transaction. */
        MARKER,
        /** A record of a transaction that was aborted. */
        ABORTED,
        /** Was visible once and is compacted away: the engine may have seen it or not. */
        COMPACTED,
        /** Was visible once and is gone, by retention, deletion or a lost leader. */
        TRUNCATED
    }

    private static final byte[] PARTITION = "PARTITION".getBytes(StandardCharsets.US_ASCII);

    /** One partition. */
    public static final class Partition {
        private final TopicPartition name;
        private final long start;
        private final long end;
        private final OffsetSet due = new OffsetSet();
        private final OffsetSet possible = new OffsetSet();
        private final OffsetSet aborted = new OffsetSet();
        private final OffsetSet markers = new OffsetSet();
        private final OffsetSet compacted = new OffsetSet();
        private final OffsetSet truncated = new OffsetSet();

        Partition(TopicPartition name, long start, long end) {
            this.name = name;
            this.start = start;
            this.end = end;
        }

        /** Tells what these offsets hold. */
        public void add(Content content, long from, long to) {
            switch (content) {
                case VISIBLE -> {
                    due.add(from, to);
                    possible.add(from, to);
                }
                case COMPACTED, TRUNCATED -> {
                    due.remove(from, to);
                    possible.add(from, to);
                    (content == Content.COMPACTED ? compacted : truncated).add(from, to);
                }
                case MARKER -> markers.add(from, to);
                case ABORTED -> {
                    due.remove(from, to);
                    possible.remove(from, to);
                    aborted.add(from, to);
                }
            }
        }

        public TopicPartition name() {
            return name;
        }

        /** Where the log began at the last look. */
        public long start() {
            return start;
        }

        /** Up to where, and without, it was read. */
        public long end() {
            return end;
        }

        /** The records that an engine must have been given if it committed past them. */
        public OffsetSet due() {
            return due;
        }

        /** The records that an engine may have been given. */
        public OffsetSet possible() {
            return possible;
        }

        public OffsetSet aborted() {
            return aborted;
        }

        public OffsetSet markers() {
            return markers;
        }

        /** Records that were there once and were compacted away. */
        public OffsetSet compacted() {
            return compacted;
        }

        /** Records that were there once and were cut off. */
        public OffsetSet truncated() {
            return truncated;
        }
    }

    private final boolean readCommitted;
    private final Map<TopicPartition, Partition> partitions = new TreeMap<>(Partitions.ORDER);

    public LogWitness(boolean readCommitted) {
        this.readCommitted = readCommitted;
    }

    /** Begins a partition, of which the log stood from {@code start} up to {@code end} at the last look. */
    public Partition partition(TopicPartition name, long start, long end) {
        Partition partition = new Partition(name, start, end);
        partitions.put(name, partition);
        return partition;
    }

    public boolean isReadCommitted() {
        return readCommitted;
    }

    /** The partition, or null if this witness does not know it. */
    public Partition get(TopicPartition name) {
        return partitions.get(name);
    }

    public Collection<Partition> all() {
        return partitions.values();
    }

    public void write(Path file) {
        try (CheckedWriter out = new CheckedWriter(file)) {
            out.begin("LOG").word("isolation=" + (readCommitted ? "read_committed" : "read_uncommitted"));
            out.lines().end();
            for (Partition partition : partitions.values()) {
                out.begin("PARTITION").partition(partition.name).field("start=", partition.start);
                out.lines().field("end=", partition.end).end();
                ranges(out, Content.VISIBLE, partition, partition.due);
                ranges(out, Content.MARKER, partition, partition.markers);
                ranges(out, Content.ABORTED, partition, partition.aborted);
                ranges(out, Content.COMPACTED, partition, partition.compacted);
                ranges(out, Content.TRUNCATED, partition, partition.truncated);
            }
        }
    }

    private static void ranges(CheckedWriter out, Content content, Partition partition, OffsetSet set) {
        set.forEachRange((from, to) -> {
            out.begin(content.name()).partition(partition.name).range(from, to).end();
            if (out.waiting() > 1 << 16) {
                out.flush();
            }
        });
    }

    /** @throws BrokenWitnessException if the file is broken, or torn: this witness must be whole */
    public static LogWitness read(Path file) {
        try (CheckedReader lines = new CheckedReader(file)) {
            LineIn line = lines.next();
            if (line == null || !line.word().equals("LOG")) {
                throw lines.broken("no log witness");
            }
            LogWitness witness = new LogWitness(line.word().equals("isolation=read_committed"));
            try {
                while ((line = lines.next()) != null) {
                    witness.take(line);
                }
            } catch (IllegalArgumentException e) {
                throw lines.broken(e.getMessage());
            }
            if (lines.isTorn()) {
                throw lines.broken("breaks off");
            }
            return witness;
        }
    }

    private void take(LineIn line) {
        if (line.take(PARTITION)) {
            partition(line.partition(), line.field("start="), line.field("end="));
            return;
        }
        Content content = Content.valueOf(line.word().toUpperCase(Locale.ROOT));
        Partition partition = partitions.get(line.partition());
        if (partition == null) {
            throw line.bad("a PARTITION line before");
        }
        partition.add(content, line.rangeFrom(), line.rangeTo());
    }
}

package io.millrace.testkit.ledger;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What producers meant to write and what became of it. Filled by reading their files; not changed while it is judged.
 *
 * <p>The file form, one file for each producer, a checked line each; the sequence numbers of a partition count up from
 * 0 in each file. Without {@code txn=} a record stands alone.
 *
 * <pre>
 * INTENT t TOPIC-P seq=N [txn=ID]      before it is sent
 * ACK t TOPIC-P@OFFSET seq=N
 * FAIL t TOPIC-P seq=N error=TEXT      surely not written
 * UNKNOWN t TOPIC-P seq=N error=TEXT   it may be written
 * TXN-COMMIT|TXN-ABORT|TXN-UNKNOWN t txn=ID
 * </pre>
 */
public final class ProducerLedger {
    /** The outcomes on one partition, over all producers. */
    public static final class Partition {
        private final TopicPartition name;
        final OffsetSet acknowledged = new OffsetSet();
        final OffsetSet aborted = new OffsetSet();
        long intents;
        long unknown;
        long lastAck = Long.MIN_VALUE;

        Partition(TopicPartition name) {
            this.name = name;
        }

        public TopicPartition name() {
            return name;
        }

        /** Surely written, those of aborted transactions too. */
        public OffsetSet acknowledged() {
            return acknowledged;
        }

        /** Those of transactions that were surely aborted. */
        public OffsetSet aborted() {
            return aborted;
        }

        /** How many records were meant. */
        public long intents() {
            return intents;
        }

        /** Of how many nobody knows whether they were written. */
        public long unknown() {
            return unknown;
        }

        /** When the last one was acknowledged. */
        public long lastAck() {
            return lastAck;
        }
    }

    private final Map<TopicPartition, Partition> partitions = new TreeMap<>(Partitions.ORDER);

    /** The partition, made when it is first asked for. */
    public Partition partition(TopicPartition name) {
        return partitions.computeIfAbsent(name, Partition::new);
    }

    /** The partition, or null. */
    public Partition get(TopicPartition name) {
        return partitions.get(name);
    }

    public Collection<Partition> all() {
        return partitions.values();
    }

    /** A record was acknowledged: for whoever fills a ledger without a file. */
    public void acknowledged(long time, TopicPartition name, long offset, boolean aborted) {
        Partition partition = partition(name);
        partition.intents++;
        partition.acknowledged.add(offset);
        partition.lastAck = Math.max(partition.lastAck, time);
        if (aborted) {
            partition.aborted.add(offset);
        }
    }

    /**
     * Adds what one producer wrote. A torn last line is legal, an intent without an outcome is unknown.
     *
     * @throws BrokenWitnessException if a line is broken, or an outcome without its intent
     */
    public void read(Path file) {
        Map<TopicPartition, Sequences> sequences = new HashMap<>();
        Map<String, Map<TopicPartition, OffsetSet>> transactions = new HashMap<>();
        try (CheckedReader lines = new CheckedReader(file)) {
            LineIn line;
            while ((line = lines.next()) != null) {
                try {
                    take(line, sequences, transactions);
                } catch (RuntimeException e) {
                    throw lines.broken(e.getMessage());
                }
            }
        }
        sequences.forEach((name, of) -> partition(name).unknown += of.open.size());
    }

    private static final class Sequences {
        final OffsetSet open = new OffsetSet();
        final Map<Long, String> transactions = new HashMap<>();
    }

    private void take(
            LineIn line, Map<TopicPartition, Sequences> all, Map<String, Map<TopicPartition, OffsetSet>> transactions) {
        String word = line.word();
        long time = line.number();
        if (word.startsWith("TXN-")) {
            Map<TopicPartition, OffsetSet> written = transactions.remove(line.text("txn="));
            if (word.equals("TXN-ABORT") && written != null) {
                written.forEach((name, offsets) -> offsets.forEachRange(partition(name).aborted::add));
            }
            return;
        }
        TopicPartition name = line.partition();
        Partition partition = partition(name);
        long offset = word.equals("ACK") ? line.number() : -1;
        long sequence = line.field("seq=");
        Sequences sequences = all.computeIfAbsent(name, ignored -> new Sequences());
        if (word.equals("INTENT")) {
            if (!sequences.open.add(sequence)) {
                throw new IllegalArgumentException("a second intent of " + name + " seq=" + sequence);
            }
            if (!line.isDone()) {
                sequences.transactions.put(sequence, line.text("txn="));
            }
            partition.intents++;
            return;
        }
        if (!sequences.open.contains(sequence)) {
            throw new IllegalArgumentException("an outcome without an intent: " + name + " seq=" + sequence);
        }
        sequences.open.remove(sequence, sequence + 1);
        String transaction = sequences.transactions.remove(sequence);
        switch (word) {
            case "ACK" -> {
                partition.acknowledged.add(offset);
                partition.lastAck = Math.max(partition.lastAck, time);
                if (transaction != null) {
                    transactions
                            .computeIfAbsent(transaction, ignored -> new HashMap<>())
                            .computeIfAbsent(name, ignored -> new OffsetSet())
                            .add(offset);
                }
            }
            case "UNKNOWN" -> partition.unknown++;
            case "FAIL" -> {}
            default -> throw new IllegalArgumentException("no word of a producer's ledger: " + word);
        }
    }
}

package io.millrace.testkit.ledger;

import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes one producer's ledger, see {@link ProducerLedger} for its lines. Lines are held back until {@link #flush},
 * which belongs before each batch of sends; the producer's process is not the one that is killed. Any thread.
 */
public final class ProducerWriter implements AutoCloseable {
    private final CheckedWriter file;

    public ProducerWriter(Path file) {
        this.file = new CheckedWriter(file);
    }

    /** @param transaction its name, or null for a record that stands alone */
    public synchronized void intent(long time, TopicPartition partition, long sequence, String transaction) {
        LineOut line = file.begin("INTENT").number(time).partition(partition).field("seq=", sequence);
        if (transaction != null) {
            line.text("txn=", transaction);
        }
        end();
    }

    public synchronized void acknowledged(long time, TopicPartition partition, long sequence, long offset) {
        file.begin("ACK").number(time).record(partition, offset).field("seq=", sequence);
        end();
    }

    /** Surely not written. */
    public synchronized void failed(long time, TopicPartition partition, long sequence, String error) {
        outcome("FAIL", time, partition, sequence, error);
    }

    /** It may be written. */
    public synchronized void unknown(long time, TopicPartition partition, long sequence, String error) {
        outcome("UNKNOWN", time, partition, sequence, error);
    }

    /** @param committed null where nobody knows */
    public synchronized void transactionEnded(long time, String transaction, Boolean committed) {
        String word = committed == null ? "TXN-UNKNOWN" : committed ? "TXN-COMMIT" : "TXN-ABORT";
        file.begin(word).number(time).text("txn=", transaction);
        end();
    }

    private void outcome(String word, long time, TopicPartition partition, long sequence, String error) {
        file.begin(word)
                .number(time)
                .partition(partition)
                .field("seq=", sequence)
                .text("error=", error);
        end();
    }

    private void end() {
        file.lines().end();
        if (file.waiting() > 1 << 16) {
            file.flush();
        }
    }

    public synchronized void flush() {
        file.flush();
    }

    @Override
    public synchronized void close() {
        file.close();
    }
}

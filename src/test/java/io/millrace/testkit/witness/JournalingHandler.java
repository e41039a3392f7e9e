package io.millrace.testkit.witness;

import io.millrace.api.HandlerContext;
import io.millrace.api.RecordHandler;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Journals each record before and after it takes its time over it, and tells of one that is not whole or not the one
 * that it says. Takes any decoded form; what it judges are the raw bytes, and that text is what they hold. The worker's
 * own thread.
 */
final class JournalingHandler implements RecordHandler<Object, Object> {
    private static final class Attempts {
        long epoch;
        long offset = -1;
        int count;
    }

    private final Lives lives;
    private final long nanosPerRecord;
    private final Hold hold;
    private final Map<TopicPartition, Attempts> attempts = new HashMap<>();
    private WorkerJournal journal;

    JournalingHandler(Lives lives, long nanosPerRecord, Hold hold) {
        this.lives = lives;
        this.nanosPerRecord = nanosPerRecord;
        this.hold = hold;
    }

    @Override
    public void open(HandlerContext context) {
        journal = lives.begin(context.worker());
    }

    @Override
    public void handle(Object key, Object value, ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        long epoch = journal.epoch(partition);
        int attempt = attempt(partition, epoch, record.offset());
        journal.write(new JournalEvent.Begin(System.nanoTime(), epoch, partition, record.offset(), attempt));
        Outcome outcome = Outcome.FAILED;
        try {
            String fault = fault(key, value, record);
            if (fault != null) {
                journal.write(new JournalEvent.Corrupt(System.nanoTime(), epoch, partition, record.offset(), fault));
            }
            takeTime();
            hold.pass(journal.worker());
            outcome = Outcome.OK;
        } finally {
            journal.write(new JournalEvent.End(System.nanoTime(), epoch, partition, record.offset(), attempt, outcome));
        }
    }

    /** The same record again, right after itself, is tried again. */
    private int attempt(TopicPartition partition, long epoch, long offset) {
        Attempts of = attempts.computeIfAbsent(partition, ignored -> new Attempts());
        of.count = of.epoch == epoch && of.offset == offset ? of.count + 1 : 1;
        of.epoch = epoch;
        of.offset = offset;
        return of.count;
    }

    private static String fault(Object key, Object value, ConsumerRecord<byte[], byte[]> record) {
        if (!isSame(key, record.key()) || !isSame(value, record.value())) {
            return "what was decoded is not what the record holds";
        }
        return Payload.fault(record);
    }

    private static boolean isSame(Object decoded, byte[] raw) {
        if (decoded == null || raw == null) {
            return decoded == null && raw == null;
        }
        if (decoded instanceof String text) {
            return text.equals(new String(raw, StandardCharsets.UTF_8));
        }
        return !(decoded instanceof byte[] bytes) || Arrays.equals(bytes, raw);
    }

    private void takeTime() throws InterruptedException {
        long until = System.nanoTime() + nanosPerRecord;
        for (long left = nanosPerRecord; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while it took its time");
            }
        }
    }
}

package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.ProducerWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * One producer with its ledger from its first record to its last. The thread that runs it; outcomes are written by the
 * client's own.
 */
final class ProducerSession implements AutoCloseable {
    /**
     * @param perSecond 0: as fast as it goes
     * @param keyed whether each record has a key
     */
    record Plan(String bootstrap, String topic, int records, double perSecond, long seed, boolean keyed) {
        /** The name of what this seed makes. */
        String run() {
            return Long.toHexString(seed);
        }
    }

    private static final int MOST_AT_ONCE = 500;
    private static final int MOST_IN_TRANSACTION = 40;
    private static final int ABORTED_PERCENT = 25;
    private static final int PERCENT = 100;
    private static final int COMMIT_TRIES = 3;
    private static final String PATIENCE_MS = "120000";

    private final Plan plan;
    private final ProducerWriter ledger;
    private final Producer<byte[], byte[]> producer;
    private final LedgerRecords records;
    private final Random random;
    private final Pace pace;

    private ProducerSession(Plan plan, Path file, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, plan.bootstrap(),
                ProducerConfig.CLIENT_ID_CONFIG, "ledger-producer-" + plan.run(),
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true",
                ProducerConfig.ACKS_CONFIG, "all",
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MS,
                ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MS,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000",
                ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "200",
                ProducerConfig.LINGER_MS_CONFIG, "2"));
        // Of a partition that knows no producer yet, a broker takes any sequence number: a second batch in flight can
        // overtake a first one that found no leader, which then is out of order until its time is over.
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1");
        settings.putAll(more);
        this.plan = plan;
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.random = new Random(plan.seed());
        this.records = new LedgerRecords(
                plan.topic(), producer.partitionsFor(plan.topic()).size(), plan.run(), plan.keyed(), random);
        this.ledger = new ProducerWriter(file);
        this.pace = new Pace(plan.perSecond());
    }

    static void plain(Plan plan, Path file) {
        try (ProducerSession session = new ProducerSession(plan, file, Map.of())) {
            int left = plan.records();
            while (left > 0) {
                int now = session.pace.take(Math.min(left, MOST_AT_ONCE));
                session.send(now, null);
                left -= now;
            }
        }
    }

    static void transactional(Plan plan, Path file) {
        String id = "ledger-" + plan.topic() + "-" + plan.run();
        try (ProducerSession session =
                new ProducerSession(plan, file, Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id))) {
            session.producer.initTransactions();
            int left = plan.records();
            for (int number = 0; left > 0; number++) {
                int size = Math.min(left, 1 + session.random.nextInt(MOST_IN_TRANSACTION));
                session.transaction(size, plan.run() + "-" + number);
                left -= size;
            }
        }
    }

    private void transaction(int size, String name) {
        producer.beginTransaction();
        int left = size;
        while (left > 0) {
            int now = pace.take(left);
            send(now, name);
            left -= now;
        }
        if (random.nextInt(PERCENT) >= ABORTED_PERCENT) {
            ledger.transactionEnded(System.nanoTime(), name, commit(name));
            return;
        }
        if (random.nextBoolean()) {
            producer.flush();
        }
        abort(name);
    }

    private void abort(String name) {
        producer.abortTransaction();
        ledger.transactionEnded(System.nanoTime(), name, false);
    }

    /** Whether it was committed; what could not be committed is aborted. */
    private boolean commit(String name) {
        for (int i = 1; ; i++) {
            try {
                producer.commitTransaction();
                return true;
            } catch (TimeoutException e) {
                if (i == COMMIT_TRIES) {
                    throw unknown(name, e);
                }
            } catch (ProducerFencedException e) {
                throw unknown(name, e);
            } catch (KafkaException e) {
                producer.abortTransaction();
                return false;
            }
        }
    }

    private KafkaException unknown(String name, KafkaException cause) {
        ledger.transactionEnded(System.nanoTime(), name, null);
        return cause;
    }

    /** Writes down all of them, then sends them. */
    private void send(int count, String transaction) {
        List<LedgerRecords.Made> batch = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            LedgerRecords.Made made = records.next();
            ledger.intent(System.nanoTime(), made.partition(), made.sequence(), transaction);
            batch.add(made);
        }
        ledger.flush();
        for (LedgerRecords.Made made : batch) {
            producer.send(made.record(), (metadata, error) -> {
                long now = System.nanoTime();
                if (error == null) {
                    ledger.acknowledged(now, made.partition(), made.sequence(), metadata.offset());
                } else if (isSurelyNotWritten(error)) {
                    ledger.failed(now, made.partition(), made.sequence(), error.toString());
                } else {
                    ledger.unknown(now, made.partition(), made.sequence(), error.toString());
                }
            });
        }
    }

    /** Everything else, a time-out before all, may have reached the log. */
    private static boolean isSurelyNotWritten(Exception error) {
        return error instanceof RecordTooLargeException
                || error instanceof SerializationException
                || error instanceof InvalidTopicException
                || error instanceof AuthorizationException;
    }

    /** Waits for every outcome. */
    @Override
    public void close() {
        producer.close();
        ledger.close();
    }

    @Override
    public String toString() {
        return plan.toString();
    }
}

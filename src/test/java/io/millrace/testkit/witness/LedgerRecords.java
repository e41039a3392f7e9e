package io.millrace.testkit.witness;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes records for the ledger, all from a seed: which partition is next, one of its 16 to 64 keys or none, and a value
 * that is padded, bare, empty, or not there at all. The sequence of each partition counts from 0. One thread.
 */
final class LedgerRecords {
    /** @param sequence of the partition */
    record Made(ProducerRecord<byte[], byte[]> record, TopicPartition partition, long sequence) {}

    private static final int FEWEST_KEYS = 16;
    private static final int MOST_KEYS = 64;
    private static final int MOST_PADDING = 200;
    private static final int PERCENT = 100;
    private static final int WITHOUT_KEY = 6;
    private static final int WITHOUT_VALUE = 2;
    private static final int EMPTY = 4;
    private static final int BARE = 8;

    /** In UTF-8 of one to four bytes, so that a length in characters is none in bytes. */
    private static final String[] PADDING = {"a", "Z", "7", " ", "=", "%", "é", "漢", "😀", "\t", "\""};

    private final String topic;
    private final String run;
    private final boolean keyed;
    private final long[] sequences;
    private final int[] keys;
    private final Random random;

    /** @param keyed whether each record has a key, which a compacted topic wants */
    LedgerRecords(String topic, int partitions, String run, boolean keyed, Random random) {
        this.topic = topic;
        this.run = run;
        this.keyed = keyed;
        this.random = random;
        this.sequences = new long[partitions];
        this.keys = random.ints(partitions, FEWEST_KEYS, MOST_KEYS + 1).toArray();
    }

    Made next() {
        int number = random.nextInt(sequences.length);
        TopicPartition partition = new TopicPartition(topic, number);
        long sequence = sequences[number]++;
        byte[] key = random.nextInt(PERCENT) < WITHOUT_KEY && !keyed
                ? null
                : ("k" + number + "-" + random.nextInt(keys[number])).getBytes(StandardCharsets.UTF_8);
        int variant = random.nextInt(PERCENT);
        ProducerRecord<byte[], byte[]> record;
        if (variant < EMPTY) {
            byte[] value = variant < WITHOUT_VALUE ? null : new byte[0];
            record = Payload.beside(run, partition, sequence, key, value);
        } else {
            record = Payload.stamped(run, partition, sequence, key, variant < BARE ? "" : padding());
        }
        return new Made(record, partition, sequence);
    }

    private String padding() {
        int length = random.nextInt(MOST_PADDING);
        StringBuilder text = new StringBuilder(length + 1).append(' ');
        for (int i = 0; i < length; i++) {
            text.append(PADDING[random.nextInt(PADDING.length)]);
        }
        return text.toString();
    }
}

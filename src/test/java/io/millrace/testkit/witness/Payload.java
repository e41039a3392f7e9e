package io.millrace.testkit.witness;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * What a record of the ledger holds, so that whoever is given it can tell that it is whole and came from where it was
 * put: a stamp in text, {@code run=ID t=TOPIC p=PARTITION seq=N crc=C}, with the CRC32C of the stamp, of the key and of
 * the rest of the value. The value begins with it; of a record whose value is null or empty it is in the header
 * {@value #HEADER}. Stateless; any thread.
 */
final class Payload {
    static final String HEADER = "ledger";

    private static final String CRC = " crc=";
    private static final Pattern STAMP =
            Pattern.compile("run=(\\S+) t=(\\S+) p=(\\d+) seq=(\\d+)" + CRC + "([0-9a-f]{8})");
    private static final int TOPIC_GROUP = 2;
    private static final int PARTITION_GROUP = 3;
    private static final int CRC_GROUP = 5;

    private Payload() {}

    /**
     * A record whose value begins with the stamp.
     *
     * @param key null: none
     * @param padding what follows the stamp
     */
    static ProducerRecord<byte[], byte[]> stamped(
            String run, TopicPartition partition, long sequence, byte[] key, String padding) {
        byte[] rest = padding.getBytes(StandardCharsets.UTF_8);
        byte[] stamp = stamp(run, partition, sequence, key, rest);
        byte[] value = Arrays.copyOf(stamp, stamp.length + rest.length);
        System.arraycopy(rest, 0, value, stamp.length, rest.length);
        return new ProducerRecord<>(partition.topic(), partition.partition(), key, value);
    }

    /**
     * A record whose value has no room for the stamp.
     *
     * @param value null or of any length
     */
    static ProducerRecord<byte[], byte[]> beside(
            String run, TopicPartition partition, long sequence, byte[] key, byte[] value) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(partition.topic(), partition.partition(), key, value);
        record.headers().add(HEADER, stamp(run, partition, sequence, key, value));
        return record;
    }

    private static byte[] stamp(String run, TopicPartition partition, long sequence, byte[] key, byte[] rest) {
        String text = "run=" + run + " t=" + partition.topic() + " p=" + partition.partition() + " seq=" + sequence;
        return (text + CRC + crc(text.getBytes(StandardCharsets.UTF_8), key, rest)).getBytes(StandardCharsets.UTF_8);
    }

    /** What is wrong with a record; null: nothing. */
    static String fault(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(HEADER);
        byte[] stamped = header == null ? record.value() : header.value();
        if (stamped == null) {
            return "no stamp, neither in the value nor beside it";
        }
        // One character for each byte, so that what the pattern finds are places in the bytes.
        Matcher stamp = STAMP.matcher(new String(stamped, StandardCharsets.ISO_8859_1));
        if (!stamp.lookingAt()) {
            return "no stamp in " + stamped.length + " bytes";
        }
        byte[] rest = header == null ? Arrays.copyOfRange(stamped, stamp.end(), stamped.length) : record.value();
        byte[] text = Arrays.copyOf(stamped, stamp.start(CRC_GROUP) - CRC.length());
        String crc = crc(text, record.key(), rest);
        if (!crc.equals(stamp.group(CRC_GROUP))) {
            return "the checksum is " + crc + ", the stamp says " + stamp.group(CRC_GROUP);
        }
        if (!stamp.group(TOPIC_GROUP).equals(record.topic())
                || Integer.parseInt(stamp.group(PARTITION_GROUP)) != record.partition()) {
            return "given as one of " + record.topic() + "-" + record.partition() + ", put into "
                    + stamp.group(TOPIC_GROUP) + "-" + stamp.group(PARTITION_GROUP);
        }
        return null;
    }

    private static String crc(byte[] stamp, byte[] key, byte[] rest) {
        CRC32C crc = new CRC32C();
        for (byte[] part : new byte[][] {stamp, key, rest}) {
            // Null, empty, and where one part ends and the next begins must make a difference.
            crc.update(part == null ? 0 : 1);
            crc.update(part == null ? 0 : part.length);
            if (part != null) {
                crc.update(part);
            }
        }
        return String.format("%08x", crc.getValue());
    }
}

package io.millrace.testkit.witness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * A committed offset as the internal offsets topic holds it, read by hand. The forms are those of Kafka's schema files
 * {@code OffsetCommitKey.json}, {@code LegacyOffsetCommitKey.json} and {@code OffsetCommitValue.json} of the group
 * coordinator. Immutable; any thread.
 *
 * <pre>
 * key    int16 version (0, 1), string group, string topic, int32 partition
 * value  int16 version (0 to 4), int64 offset, from 3 on int32 leader epoch, string metadata, int64 commit time,
 *        in 1 int64 expiry; 4 is flexible: its string is compact and tagged fields follow
 * </pre>
 *
 * A string is an int16 length and UTF-8; a compact one has its length plus one as an unsigned varint.
 *
 * @param wallMillis when the coordinator took it
 */
record OffsetRecord(String group, TopicPartition partition, long offset, String metadata, long wallMillis) {
    private static final int LAST_KEY_VERSION = 1;
    private static final int LAST_VALUE_VERSION = 4;
    private static final int WITH_LEADER_EPOCH = 3;
    private static final int FLEXIBLE = 4;
    private static final int VARINT_BITS = 7;
    private static final int VARINT_MORE = 0x80;

    /**
     * Reads one record of the topic.
     *
     * @return empty for a tombstone, and for what the topic holds of groups and members
     * @throws IllegalArgumentException if it has a form that this class does not know
     */
    static Optional<OffsetRecord> of(byte[] key, byte[] value) {
        ByteBuffer name = ByteBuffer.wrap(key);
        if (name.getShort() > LAST_KEY_VERSION || value == null) {
            return Optional.empty();
        }
        String group = string(name);
        TopicPartition partition = new TopicPartition(string(name), name.getInt());
        ByteBuffer body = ByteBuffer.wrap(value);
        short version = body.getShort();
        if (version < 0 || version > LAST_VALUE_VERSION) {
            throw new IllegalArgumentException("a committed offset of " + partition + " has version " + version
                    + ", known are 0 to " + LAST_VALUE_VERSION);
        }
        long offset = body.getLong();
        if (version >= WITH_LEADER_EPOCH) {
            body.getInt();
        }
        String metadata = version >= FLEXIBLE ? compactString(body) : string(body);
        return Optional.of(new OffsetRecord(group, partition, offset, metadata, body.getLong()));
    }

    private static String string(ByteBuffer from) {
        return text(from, from.getShort());
    }

    private static String compactString(ByteBuffer from) {
        int length = 0;
        int shift = 0;
        byte next;
        do {
            next = from.get();
            length |= (next & VARINT_MORE - 1) << shift;
            shift += VARINT_BITS;
        } while ((next & VARINT_MORE) != 0);
        return text(from, length - 1);
    }

    private static String text(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

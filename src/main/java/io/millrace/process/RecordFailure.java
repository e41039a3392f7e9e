package io.millrace.process;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record could not be decoded or handled, and the run is to stop because of it. */
public final class RecordFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean undecodable;

    public RecordFailure(ConsumerRecord<byte[], byte[]> record, Throwable cause) {
        super(
                "record %s-%d@%d %s: %s"
                        .formatted(
                                record.topic(),
                                record.partition(),
                                record.offset(),
                                cause instanceof UndecodableException ? "cannot be decoded" : "failed in the handler",
                                messageOf(cause)),
                cause);
        this.undecodable = cause instanceof UndecodableException;
    }

    /** True where the bytes could not be decoded; false where the handler failed. */
    public boolean isUndecodable() {
        return undecodable;
    }

    private static String messageOf(Throwable cause) {
        if (cause instanceof ClassCastException) {
            return cause.getMessage() + "; do source.key and source.value fit what the handler takes?";
        }
        return cause instanceof UndecodableException ? cause.getMessage() : cause.toString();
    }
}

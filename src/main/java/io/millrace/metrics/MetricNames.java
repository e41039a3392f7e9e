package io.millrace.metrics;

/**
 * The names of the engine's metrics in the Dropwizard registry. Each stands once per worker, as {@code
 * worker.<n>.<name>}; over JMX they are found in the domain {@code millrace.<name of the engine>}.
 */
public final class MetricNames {
    /** Counter: records that a poll returned and that were accepted. */
    public static final String RECORDS = "records";
    /** Counter: bytes of keys and values that were handled. */
    public static final String BYTES = "bytes";
    /** Counter: records that the handler has finished. */
    public static final String HANDLED = "handled";
    /** Counter: records that failed. */
    public static final String FAILED = "failed";
    /** Counter: records that could not be decoded. */
    public static final String UNDECODABLE = "undecodable";
    /** Timer, one value per chunk of records: nanoseconds that decoding and the handler took. */
    public static final String HANDLER = "handler";
    /** Timer: nanoseconds that a poll took, rebalances in it included. */
    public static final String POLL = "poll";
    /** Timer, successful commits only: nanoseconds from the request to the acknowledgement. */
    public static final String COMMIT = "commit";
    /**
     * Counter: commits that failed, or of which the outcome is unknown. There is one for each {@link CommitFailureCause}
     * besides, {@code commit-failures.<cause>}.
     */
    public static final String COMMIT_FAILURES = "commit-failures";
    /** Counter: partitions that were assigned. */
    public static final String ASSIGNED = "partitions-assigned";
    /** Counter: partitions that were revoked. */
    public static final String REVOKED = "partitions-revoked";
    /** Counter: partitions that were lost. */
    public static final String LOST = "partitions-lost";

    /**
     * Counter, with {@code mode = at-most-once}: offsets that were committed and will never be handled. Not each of
     * them need have a record.
     */
    public static final String LOST_OFFSETS = "lost-offsets";

    private MetricNames() {}

    /** The full name of a worker's metric. */
    public static String of(int worker, String name) {
        return "worker." + worker + "." + name;
    }
}

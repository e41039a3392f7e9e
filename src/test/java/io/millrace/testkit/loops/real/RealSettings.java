package io.millrace.testkit.loops.real;

import io.millrace.testkit.loops.Protocol;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How a round's consumers are set up: they notice soon what goes wrong. Stateless. */
final class RealSettings {
    /** How long a commit is waited for: less than a request, so that an answer that is lost is missed. */
    static final Duration COMMIT = Duration.ofMillis(700);

    /** A process that stands still for longer loses its partitions. */
    static final Duration POLL_INTERVAL = Duration.ofMillis(2500);

    /** The last commit in the time of a poll is answered before it is over, given up twice at the most. */
    static final Duration COMMIT_WITHIN = POLL_INTERVAL.minus(COMMIT);

    /** A member of which nothing is heard for so long is dead; for the consumer protocol the broker says so. */
    static final Duration SESSION = Duration.ofSeconds(2);

    private static final String REQUEST_MS = "1500";
    private static final String HEARTBEAT_MS = "300";
    /** Small, so that a client has not fetched everything there is. */
    private static final String FETCH_BYTES = "8192";

    private RealSettings() {}

    static Map<String, Object> of(String bootstrap, String group, String clientId, LoopDraw draw) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, draw.readCommitted() ? "read_committed" : "read_uncommitted");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(draw.maxPollRecords()));
        settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, Long.toString(POLL_INTERVAL.toMillis()));
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "2000");
        settings.put(ConsumerConfig.RECONNECT_BACKOFF_MS_CONFIG, "20");
        settings.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "200");
        settings.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, "50");
        settings.put(ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, "200");
        // Else each record that is produced is an answer of its own.
        settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, "2000");
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "60");
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, "false");
        settings.put(ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        if (draw.protocol() == Protocol.CONSUMER) {
            settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
        } else {
            settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
            settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, Long.toString(SESSION.toMillis()));
            settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MS);
            settings.put(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                    (draw.protocol() == Protocol.EAGER ? RangeAssignor.class : CooperativeStickyAssignor.class)
                            .getName());
        }
        return settings;
    }
}

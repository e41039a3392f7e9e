package io.millrace.supervisor;

import io.millrace.config.MillraceConfig;
import io.millrace.worker.Deadline;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;

/**
 * Makes the admin client. Names of brokers are looked up when it is made, so a name that cannot be resolved yet is
 * waited for like a broker that does not answer. The supervisor's thread alone.
 */
final class AdminStart {
    private static final long BETWEEN_MILLIS = 500;

    private final MillraceConfig config;
    private final Map<String, Object> settings;
    private final Deadline deadline;
    private final BooleanSupplier cancelled;

    AdminStart(MillraceConfig config, Map<String, Object> settings, Deadline deadline, BooleanSupplier cancelled) {
        this.config = config;
        this.settings = settings;
        this.deadline = deadline;
        this.cancelled = cancelled;
    }

    Admin create() throws StartFailure, InterruptedException {
        while (true) {
            try {
                return Admin.create(settings);
            } catch (KafkaException e) {
                if (!isUnresolved(e)) {
                    throw new StartFailure(new EngineFailure(
                            EngineFailure.Kind.CONFIG, "Kafka's client refuses its settings: " + rootMessage(e), e));
                }
                if (deadline.hasPassed() || cancelled.getAsBoolean()) {
                    throw Preflight.unreachable(config, e);
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
            }
        }
    }

    private static boolean isUnresolved(KafkaException e) {
        return rootCause(e) instanceof ConfigException cause
                && String.valueOf(cause.getMessage()).contains("bootstrap");
    }

    private static Throwable rootCause(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static String rootMessage(KafkaException e) {
        return String.valueOf(rootCause(e).getMessage());
    }
}

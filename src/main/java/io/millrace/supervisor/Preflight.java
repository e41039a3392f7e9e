package io.millrace.supervisor;

import io.millrace.config.MillraceConfig;
import io.millrace.config.Nearest;
import io.millrace.worker.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Before any worker starts: is there a broker, may we ask it, and are the topics there? Waits for both up to {@code
 * start-timeout}; creates nothing. Used by the supervisor's thread alone.
 */
final class Preflight {
    private static final Logger LOG = LoggerFactory.getLogger(Preflight.class);
    private static final Duration ATTEMPT = Duration.ofSeconds(2);
    /** The last question gets time for an answer, even if it ends a little after the deadline. */
    private static final Duration LEAST = Duration.ofMillis(500);

    private static final long BETWEEN_MILLIS = 200;

    private final MillraceConfig config;
    private final Admin admin;
    private final Deadline deadline;
    private final BooleanSupplier cancelled;
    private final Set<String> told = new HashSet<>();

    /** What one question found: all partitions, or the topics that are missing. */
    private record Found(List<TopicPartition> partitions, Set<String> missing) {}

    Preflight(MillraceConfig config, Admin admin, Deadline deadline, BooleanSupplier cancelled) {
        this.config = config;
        this.admin = admin;
        this.deadline = deadline;
        this.cancelled = cancelled;
    }

    /**
     * The partitions of all topics; empty if the wait was cancelled.
     *
     * @throws StartFailure if the broker or a topic is not there in time, or access is refused
     */
    List<TopicPartition> await() throws StartFailure, InterruptedException {
        Set<String> missing = Set.of();
        Throwable unanswered = null;
        while (!cancelled.getAsBoolean()) {
            try {
                Found found = ask();
                if (found.missing().isEmpty()) {
                    return found.partitions();
                }
                missing = found.missing();
                tellOnce("topics " + missing + " do not exist yet");
            } catch (ExecutionException e) {
                unanswered = causeOf(e);
                tellOnce("no broker answers yet at " + config.kafka().bootstrapServers());
            }
            if (deadline.hasPassed()) {
                // A broker that has answered once is there, and what it said is what is wrong.
                throw missing.isEmpty() ? unreachable(unanswered) : topicsMissing(missing);
            }
            TimeUnit.MILLISECONDS.sleep(
                    Math.min(BETWEEN_MILLIS, deadline.remaining().toMillis() + 1));
        }
        return List.of();
    }

    private void tellOnce(String what) {
        if (told.add(what)) {
            LOG.info("{}; waiting for up to {} s", what, seconds());
        }
    }

    private Found ask() throws ExecutionException, InterruptedException {
        int timeout = (int) Math.max(LEAST.toMillis(), deadline.atMost(ATTEMPT).toMillis());
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        config.source().topics(), new DescribeTopicsOptions().timeoutMs(timeout))
                .topicNameValues();
        List<TopicPartition> partitions = new ArrayList<>();
        Set<String> missing = new TreeSet<>();
        for (String topic : config.source().topics()) {
            try {
                answers.get(topic)
                        .get()
                        .partitions()
                        .forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
                        && !(e.getCause() instanceof InvalidTopicException)) {
                    throw e;
                }
                missing.add(topic);
            }
        }
        return new Found(partitions, missing);
    }

    /** Passing errors are returned, for another try; what no wait can mend is thrown. */
    private Throwable causeOf(ExecutionException e) throws StartFailure {
        Throwable cause = e.getCause();
        if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
            throw new StartFailure(EngineFailure.of(
                    "asking the broker for topics " + config.source().topics(), cause));
        }
        if (cause instanceof RetriableException) {
            return cause;
        }
        throw new StartFailure(new EngineFailure(
                EngineFailure.Kind.FAILED, "asking the broker for its topics failed: " + cause, cause));
    }

    private StartFailure topicsMissing(Set<String> missing) {
        StringBuilder text = new StringBuilder("no such topic: ")
                .append(String.join(", ", missing))
                .append(" (waited ")
                .append(seconds())
                .append(" s)");
        for (String topic : missing) {
            List<String> near = Nearest.names(topic, existingTopics());
            if (!near.isEmpty()) {
                text.append("; did you mean ").append(String.join(", ", near)).append('?');
            }
        }
        text.append("; create it, or correct millrace.source.topics: Millrace creates no topic by itself");
        return new StartFailure(new EngineFailure(EngineFailure.Kind.CONFIG, text.toString(), null));
    }

    private Set<String> existingTopics() {
        try {
            return admin.listTopics(new ListTopicsOptions().timeoutMs((int) ATTEMPT.toMillis()))
                    .names()
                    .get();
        } catch (ExecutionException e) {
            // The names are a help only.
            return Set.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Set.of();
        }
    }

    private StartFailure unreachable(Throwable cause) {
        return unreachable(config, cause);
    }

    static StartFailure unreachable(MillraceConfig config, Throwable cause) {
        return new StartFailure(new EngineFailure(
                EngineFailure.Kind.UNREACHABLE,
                "no broker answered at %s within %s s (millrace.start-timeout): does it run, is the address right, and does security.protocol fit it? The client's last word: %s"
                        .formatted(config.kafka().bootstrapServers(), seconds(config), cause.getMessage()),
                cause));
    }

    private String seconds() {
        return seconds(config);
    }

    private static String seconds(MillraceConfig config) {
        long millis = config.startTimeout().toMillis();
        return millis % 1000 == 0 ? Long.toString(millis / 1000) : Double.toString(millis / 1000.0);
    }
}

package io.millrace.config;

import io.millrace.config.CommitConfig.At;
import io.millrace.config.CommitConfig.How;
import io.millrace.config.DeliveryConfig.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which settings of {@code delivery} go together, and which of them say nothing beside the others: a setting that is
 * silently ignored would let someone believe in a promise that nobody keeps. Looks only at what could be read. Used by
 * the loading thread alone.
 */
final class DeliveryRules {
    private static final String DELIVERY = Tree.ROOT + ".delivery";
    private static final String MODE = DELIVERY + ".mode";
    private static final String REVOKE_TIMEOUT = DELIVERY + ".revoke-timeout";
    private static final String COMMIT = DELIVERY + ".commit.";
    private static final String AT = COMMIT + "at";
    private static final String HOW = COMMIT + "how";
    private static final String SPACING = COMMIT + "spacing";
    private static final String MAX_UNACKNOWLEDGED = COMMIT + "max-unacknowledged";
    private static final String EVERY_RECORDS = COMMIT + "every-records";
    private static final String EVERY = COMMIT + "every";
    private static final String TIMEOUT = COMMIT + "timeout";
    private static final String METADATA = COMMIT + "metadata";

    private static final List<String> OF_ASYNC = List.of(SPACING, MAX_UNACKNOWLEDGED);
    private static final List<String> OF_INTERVAL = List.of(EVERY_RECORDS, EVERY);

    private static final long MAX_POLL_INTERVAL_MS = 300_000;

    private final Tree tree;
    private final Map<String, Object> bound;
    private final Problems problems;

    DeliveryRules(Tree tree, Map<String, Object> bound, Problems problems) {
        this.tree = tree;
        this.bound = bound;
        this.problems = problems;
    }

    void check() {
        Optional<Mode> mode = get(MODE, Mode.class);
        mode.ifPresent(this::checkMode);
        if (mode.filter(Mode.NONE::equals).isEmpty()) {
            get(REVOKE_TIMEOUT, Duration.class).ifPresent(this::checkRevoke);
            get(METADATA, String.class).ifPresent(this::checkMetadata);
        }
    }

    private void checkMode(Mode mode) {
        switch (mode) {
            case AT_LEAST_ONCE -> checkAtLeastOnce();
            case AT_MOST_ONCE -> checkAtMostOnce();
            case AUTO ->
                idle(
                        List.of(AT, HOW, SPACING, MAX_UNACKNOWLEDGED, EVERY_RECORDS),
                        MODE,
                        "mode = auto, where Kafka's client commits by its own timer",
                        "mode = at-least-once");
            case NONE ->
                idle(
                        List.of(
                                AT,
                                HOW,
                                SPACING,
                                MAX_UNACKNOWLEDGED,
                                EVERY_RECORDS,
                                EVERY,
                                TIMEOUT,
                                METADATA,
                                REVOKE_TIMEOUT),
                        MODE,
                        "mode = none, which commits nothing",
                        "mode = at-least-once");
        }
    }

    private void checkAtLeastOnce() {
        Optional<At> at = get(AT, At.class);
        if (at.isEmpty() || !bound.containsKey(HOW)) {
            return;
        }
        boolean waits = at.get() == At.PARTITION || at.get() == At.RECORD;
        boolean async = how().orElse(waits ? How.SYNC : How.ASYNC) == How.ASYNC;
        if (waits && async) {
            problems.error(
                    Ids.COMBINATION,
                    tree.place(HOW),
                    HOW + " = async does not go with " + written(at.get()) + ", where every commit is waited for",
                    "fix: remove it, or set at = poll");
            return;
        }
        if (at.get() != At.INTERVAL) {
            idle(OF_INTERVAL, AT, written(at.get()) + ", which commits after " + follows(at.get()), "at = interval");
        }
        if (waits) {
            idle(OF_ASYNC, AT, written(at.get()) + ", where every commit is waited for", "at = poll");
        } else if (!async) {
            idle(OF_ASYNC, HOW, "how = sync, which waits for every commit", "how = async");
        } else if (at.get() == At.INTERVAL) {
            checkAsyncInterval();
        }
    }

    private void checkAtMostOnce() {
        String with = "mode = at-most-once, which commits before it handles, and waits";
        boolean interval = get(AT, At.class).filter(At.INTERVAL::equals).isPresent();
        if (interval) {
            problems.error(
                    Ids.COMBINATION,
                    tree.place(AT),
                    AT + " = interval does not go with mode = at-most-once: what is committed ahead is a poll, a"
                            + " partition of it, or a record",
                    "fix: at = poll");
        }
        if (how().filter(How.ASYNC::equals).isPresent()) {
            problems.error(
                    Ids.COMBINATION, tree.place(HOW), HOW + " = async does not go with " + with, "fix: remove it");
        }
        idle(OF_ASYNC, MODE, with, "mode = at-least-once");
        if (!interval) {
            idle(OF_INTERVAL, MODE, with, "mode = at-least-once");
        }
    }

    /** What the cap or the spacing decides anyway can never be what decides. */
    private void checkAsyncInterval() {
        Optional<Integer> records = get(EVERY_RECORDS, Integer.class);
        Optional<Integer> cap = get(MAX_UNACKNOWLEDGED, Integer.class);
        if (records.isPresent() && cap.isPresent() && records.get() > cap.get()) {
            problems.error(
                    Ids.COMBINATION,
                    tree.place(isWritten(EVERY_RECORDS) ? EVERY_RECORDS : MAX_UNACKNOWLEDGED),
                    EVERY_RECORDS + " (" + records.get() + ") must not be more than max-unacknowledged (" + cap.get()
                            + "), where a commit is made anyway",
                    "fix: every-records = " + cap.get());
        }
        Optional<Duration> every = get(EVERY, Duration.class);
        Optional<Duration> spacing = get(SPACING, Duration.class);
        if (every.isPresent() && spacing.isPresent() && every.get().compareTo(spacing.get()) < 0) {
            problems.error(
                    Ids.COMBINATION,
                    tree.place(isWritten(EVERY) ? EVERY : SPACING),
                    EVERY + " (" + Durations.show(every.get()) + ") must not be less than spacing ("
                            + Durations.show(spacing.get()) + "), the least time between two commits",
                    "fix: every = " + Durations.show(spacing.get()));
        }
    }

    private void checkMetadata(String text) {
        for (Fault fault : MetadataText.faults(METADATA, text)) {
            problems.error(fault.id(), tree.place(METADATA), fault.getMessage(), fault.fix());
        }
    }

    private void checkRevoke(Duration revoke) {
        long limit = get(KafkaBlock.PATH, KafkaConfig.class)
                .map(kafka -> kafka.consumer().get("max.poll.interval.ms"))
                .map(DeliveryRules::milliseconds)
                .orElse(MAX_POLL_INTERVAL_MS);
        if (revoke.toMillis() >= limit) {
            String kafka = KafkaBlock.PATH + ".max.poll.interval.ms";
            problems.error(
                    Ids.COMBINATION,
                    isWritten(REVOKE_TIMEOUT) ? tree.place(REVOKE_TIMEOUT) : tree.place(kafka),
                    REVOKE_TIMEOUT + " (" + Durations.show(revoke) + ") must be less than max.poll.interval.ms ("
                            + Durations.show(Duration.ofMillis(limit)) + ")",
                    "fix: revoke-timeout = " + Durations.show(Duration.ofMillis(Math.max(1, limit / 2))));
        }
    }

    private static Long milliseconds(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            return MAX_POLL_INTERVAL_MS;
        }
    }

    /**
     * Reports those of the keys that are set.
     *
     * @param decider the key because of which they say nothing
     * @param with what the decider says, and what that means
     * @param instead what would give them a meaning
     */
    private void idle(List<String> keys, String decider, String with, String instead) {
        for (String key : keys) {
            if (!isWritten(key)) {
                continue;
            }
            String text = key + " has no effect with " + with;
            if (isTried(decider, key)) {
                problems.warning(Ids.NO_EFFECT, tree.place(key), text, "fix: none needed while you try it");
            } else {
                problems.error(Ids.NO_EFFECT, tree.place(key), text, "fix: remove it, or set " + instead);
            }
        }
    }

    /**
     * Whether the decider was changed from outside, to try it: what it overrides need not follow. A file that includes
     * another one is outside of that; settings of the same command line are not outside of each other.
     */
    private boolean isTried(String decider, String key) {
        int decides = rank(decider);
        boolean otherFile = decides == Places.FILE
                && !tree.place(decider).source().equals(tree.place(key).source());
        return decides > rank(key) || (decides == rank(key) && otherFile);
    }

    private int rank(String path) {
        return tree.value(path).map(value -> Places.rank(value.origin())).orElse(Places.UNWRITTEN);
    }

    /** Null says what is so anyway. */
    private boolean isWritten(String path) {
        return tree.isWritten(path)
                && tree.value(path).filter(value -> value.unwrapped() != null).isPresent();
    }

    private String written(At at) {
        return "at = " + ValueReader.written(at) + (isWritten(AT) ? "" : " (the default)");
    }

    private static String follows(At at) {
        return switch (at) {
            case POLL -> "every poll";
            case PARTITION -> "each partition of a poll";
            case RECORD -> "every record";
            case INTERVAL -> "a number of records or a time";
        };
    }

    /** Empty where it is not set, or could not be read. */
    private Optional<How> how() {
        return get(HOW, Optional.class).filter(Optional::isPresent).map(how -> (How) how.get());
    }

    private <T> Optional<T> get(String path, Class<T> type) {
        return Optional.ofNullable(bound.get(path)).filter(type::isInstance).map(type::cast);
    }
}

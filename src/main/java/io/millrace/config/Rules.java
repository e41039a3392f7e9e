package io.millrace.config;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What the settings must fulfil together. Looks only at what could be read. Used by the loading thread alone. */
final class Rules {
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");
    private static final long MAX_POLL_INTERVAL_MS = 300_000;

    private static final String HOW = "millrace.delivery.commit.how";

    private final Tree tree;
    private final Map<String, Object> bound;
    private final LeafShapes shapes;
    private final Problems problems;

    Rules(Tree tree, Map<String, Object> bound, LeafShapes shapes, Problems problems) {
        this.tree = tree;
        this.bound = bound;
        this.shapes = shapes;
        this.problems = problems;
    }

    void check() {
        checkNames();
        get("millrace.source.topics", List.class).ifPresent(this::checkTopics);
        checkFormat("millrace.source.key");
        checkFormat("millrace.source.value");
        checkCommit();
        checkTimes();
    }

    private void checkNames() {
        get("millrace.name", String.class).filter(String::isBlank).ifPresent(any -> blank("millrace.name", "millrace"));
        get("millrace.instance", Optional.class)
                .filter(instance ->
                        instance.isPresent() && instance.get().toString().isBlank())
                .ifPresent(any -> blank("millrace.instance", "null"));
    }

    private void blank(String path, String example) {
        problems.error(Ids.BAD_VALUE, tree.place(path), path + " must not be blank", fix(path, example));
    }

    private void checkTopics(List<?> topics) {
        String path = "millrace.source.topics";
        Place place = tree.place(path);
        if (topics.isEmpty()) {
            problems.error(Ids.BAD_VALUE, place, path + " names no topic", "fix: topics = [first, second]");
        }
        Set<Object> seen = new HashSet<>();
        for (Object topic : topics) {
            String name = topic.toString();
            if (!seen.add(name)) {
                problems.error(Ids.BAD_VALUE, place, path + " names \"" + name + "\" twice", "fix: name it once");
            }
            checkTopic(path, place, name);
        }
    }

    private void checkTopic(String path, Place place, String name) {
        if (!TOPIC.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            boolean blanks = name.strip().contains(" ");
            problems.error(
                    Ids.BAD_VALUE,
                    place,
                    path + ": \"" + name + "\" is no topic name",
                    blanks
                            ? "fix: put commas between the names: ["
                                    + String.join(", ", name.strip().split(" +")) + "]"
                            : "fix: use letters, digits and . _ - only, at most 249");
        } else if (name.startsWith("__")) {
            problems.error(
                    Ids.BAD_VALUE,
                    place,
                    path + ": \"" + name + "\" is internal to Kafka and must not be read",
                    "fix: remove it");
        }
    }

    private void checkFormat(String path) {
        Optional<String> format = get(path, String.class);
        Collection<String> known = shapes.formats();
        if (format.isEmpty() || known.contains(format.get())) {
            return;
        }
        String name = format.get();
        if (NotYet.format(name)) {
            problems.error(
                    Ids.NOT_YET,
                    tree.place(path),
                    path + " = " + name + " is not available yet",
                    "fix: use one of " + String.join(", ", known));
            return;
        }
        List<String> nearest = Nearest.names(name, known);
        problems.error(
                Ids.UNKNOWN_LEAF,
                tree.place(path),
                path + ": there is no format \"" + name + "\"",
                nearest.isEmpty() ? "fix: use one of " + String.join(", ", known) : Nearest.didYouMean(nearest));
    }

    private void checkCommit() {
        boolean sync = get(HOW, Optional.class)
                .filter(how -> how.isPresent() && how.get() == CommitConfig.How.SYNC)
                .isPresent();
        for (String key : List.of("spacing", "max-unacknowledged")) {
            String path = "millrace.delivery.commit." + key;
            if (sync && tree.isWritten(path)) {
                String text = path + " has no effect with how = sync, which commits after every poll";
                if (tree.place(path).source().equals(tree.place(HOW).source())) {
                    problems.error(Ids.NO_EFFECT, tree.place(path), text, "fix: remove it, or set how = async");
                } else {
                    // The way of committing was changed from outside, to try it: the file need not follow.
                    problems.warning(Ids.NO_EFFECT, tree.place(path), text, "fix: none needed while you try it");
                }
            }
        }
    }

    private void checkTimes() {
        Optional<Duration> start = get("millrace.start-timeout", Duration.class);
        start.filter(Duration::isZero)
                .ifPresent(any -> problems.error(
                        Ids.BAD_VALUE,
                        tree.place("millrace.start-timeout"),
                        "millrace.start-timeout must be more than 0",
                        "fix: start-timeout = 60s"));
        Optional<Duration> drain = get("millrace.shutdown.drain", Duration.class);
        Optional<Duration> close = get("millrace.shutdown.close", Duration.class);
        if (drain.filter(Duration::isZero).isPresent()
                && close.filter(Duration::isZero).isPresent()) {
            String path =
                    tree.isWritten("millrace.shutdown.close") ? "millrace.shutdown.close" : "millrace.shutdown.drain";
            problems.error(
                    Ids.COMBINATION,
                    tree.place(path),
                    "millrace.shutdown: drain and close must not both be 0",
                    "fix: shutdown { drain = 20s, close = 5s }");
        }
        get("millrace.delivery.revoke-timeout", Duration.class).ifPresent(this::checkRevoke);
    }

    private void checkRevoke(Duration revoke) {
        long limit = get(KafkaBlock.PATH, KafkaConfig.class)
                .map(kafka -> kafka.consumer().get("max.poll.interval.ms"))
                .map(Rules::milliseconds)
                .orElse(MAX_POLL_INTERVAL_MS);
        if (revoke.toMillis() >= limit) {
            String path = "millrace.delivery.revoke-timeout";
            String kafka = KafkaBlock.PATH + ".max.poll.interval.ms";
            problems.error(
                    Ids.COMBINATION,
                    tree.isWritten(path) ? tree.place(path) : tree.place(kafka),
                    path + " (" + Durations.show(revoke) + ") must be less than max.poll.interval.ms ("
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

    private <T> Optional<T> get(String path, Class<T> type) {
        return Optional.ofNullable(bound.get(path)).filter(type::isInstance).map(type::cast);
    }

    private static String fix(String path, String example) {
        return "fix: " + path.substring(path.lastIndexOf('.') + 1) + " = " + example;
    }
}

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
        checkTimes();
        new DeliveryRules(tree, bound, problems).check();
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
    }

    private <T> Optional<T> get(String path, Class<T> type) {
        return Optional.ofNullable(bound.get(path)).filter(type::isInstance).map(type::cast);
    }

    private static String fix(String path, String example) {
        return "fix: " + path.substring(path.lastIndexOf('.') + 1) + " = " + example;
    }
}

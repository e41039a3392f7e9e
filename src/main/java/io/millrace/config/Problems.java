package io.millrace.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the faults of one load. Used by the loading thread alone. */
final class Problems {
    private final List<Problem> all = new ArrayList<>();

    void error(String id, Place place, String text, String fix) {
        add(new Problem(Problem.Severity.ERROR, id, place, text, fix));
    }

    void warning(String id, Place place, String text, String fix) {
        add(new Problem(Problem.Severity.WARNING, id, place, text, fix));
    }

    private void add(Problem problem) {
        if (!all.contains(problem)) {
            all.add(problem);
        }
    }

    /** Everything so far, sorted by place. */
    List<Problem> sorted() {
        return all.stream()
                .sorted(Comparator.comparing(Problem::place)
                        .thenComparing(Problem::id)
                        .thenComparing(Problem::text))
                .toList();
    }

    List<Problem> warnings() {
        return sorted().stream().filter(problem -> !problem.isError()).toList();
    }

    int errorCount() {
        return (int) all.stream().filter(Problem::isError).count();
    }

    void throwIfErrors() {
        if (errorCount() > 0) {
            throw new InvalidConfigException(sorted());
        }
    }
}

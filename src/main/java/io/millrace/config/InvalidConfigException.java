package io.millrace.config;

import java.util.List;

/** The configuration cannot be used. Carries every problem that was found in one pass, errors and warnings. */
public final class InvalidConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public InvalidConfigException(List<Problem> problems) {
        super(problems.stream()
                .map(Problem::toString)
                .reduce((a, b) -> a + "\n" + b)
                .orElse("invalid configuration"));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}

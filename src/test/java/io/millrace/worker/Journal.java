package io.millrace.worker;

import java.util.ArrayList;
import java.util.List;

/** What happened, in the order in which it happened, over the handler and the client. Any thread. */
public final class Journal {
    private final List<String> lines = new ArrayList<>();

    synchronized void add(String line) {
        lines.add(line);
    }

    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Those lines that begin with one of these words. */
    public List<String> of(String... words) {
        List<String> wanted = List.of(words);
        return lines().stream()
                .filter(line -> wanted.stream().anyMatch(line::startsWith))
                .toList();
    }

    synchronized void clear() {
        lines.clear();
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}

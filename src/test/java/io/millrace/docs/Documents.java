package io.millrace.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The README and the pages, and what stands in them. Stateless.
 *
 * <p>HTML comments right above a block of code say what is to be done with it:
 *
 * <ul>
 *   <li>{@code file: NAME} writes it to that file
 *   <li>{@code exit: N} is the exit code that a block of commands must have, instead of 0
 *   <li>{@code background: WORD} leaves the commands running once they have printed the word
 *   <li>{@code run as: COMMANDS} runs these instead
 *   <li>{@code not run: REASON}
 *   <li>{@code output} says that each line must be in the output of the commands above; … stands for anything
 *   <li>{@code an error} says that a configuration is wrong on purpose
 *   <li>{@code needs: CLASS} says that a configuration names a class that the reader makes
 * </ul>
 */
final class Documents {
    /** The marks that there are. */
    static final Set<String> MARKS =
            Set.of("file", "exit", "background", "run as", "not run", "output", "an error", "needs");

    private static final Path PAGES = Path.of("src", "site", "markdown");
    private static final Pattern MARK = Pattern.compile("<!-- ([a-z ]+?)(?:: (.*?))? -->");
    private static final Pattern FENCE = Pattern.compile("```(\\w*)");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    /** In this order they are read, and run: what a page makes, those after it may use. */
    private static final List<String> ORDER = List.of(
            "getting-started.md",
            "configuration.md",
            "delivery.md",
            "offsets.md",
            "commit-async.md",
            "commit-sync.md",
            "commit-partition.md",
            "commit-record.md",
            "commit-interval.md",
            "at-most-once.md",
            "auto-commit.md",
            "no-commit.md",
            "groups.md",
            "handlers.md",
            "operations.md",
            "troubleshooting.md",
            "ledger.md",
            "index.md");

    private Documents() {}

    /** A block of code with the marks above it. */
    record Block(String document, int line, String language, String text, Map<String, String> marks) {
        boolean has(String mark) {
            return marks.containsKey(mark);
        }

        Optional<String> mark(String name) {
            return Optional.ofNullable(marks.get(name));
        }

        String place() {
            return document + ":" + line;
        }
    }

    /** One document. */
    record Document(Path file, String text) {
        String name() {
            return file.getFileName().toString();
        }

        List<Block> blocks() {
            return Documents.blocks(name(), text);
        }

        /** The rows of its tables, each with its cells as they are written. */
        List<List<String>> rows() {
            return text.lines()
                    .filter(line -> line.startsWith("| "))
                    .map(line -> Stream.of(
                                    line.substring(1, line.lastIndexOf('|')).split("(?<!\\\\)\\|"))
                            .map(String::strip)
                            .toList())
                    .toList();
        }

        /** Where its links go that do not leave the repository. */
        List<String> links() {
            return LINK.matcher(text)
                    .results()
                    .map(result -> result.group(1))
                    .filter(link -> !link.contains("://"))
                    .toList();
        }

        /** What a link may name after the {@code #}. */
        List<String> anchors() {
            return HEADING.matcher(text)
                    .results()
                    .map(result -> result.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^a-z0-9 -]", "")
                            .replace(' ', '-'))
                    .toList();
        }
    }

    /** @param root of the repository */
    static List<Document> all(Path root) {
        List<Document> documents = new ArrayList<>();
        documents.add(read(root.resolve("README.md")));
        ORDER.forEach(name -> documents.add(read(root.resolve(PAGES).resolve(name))));
        return documents;
    }

    static Document page(Path root, String name) {
        return read(root.resolve(PAGES).resolve(name));
    }

    /** The names of the files that are there. */
    static List<String> pagesThatAreThere(Path root) {
        try (Stream<Path> files = Files.list(root.resolve(PAGES))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Document read(Path file) {
        try {
            return new Document(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What stands in back quotes, by the cell that it starts. */
    static Optional<String> code(String cell) {
        Matcher matcher = Pattern.compile("`([^`]+)`").matcher(cell);
        return matcher.lookingAt() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static List<Block> blocks(String document, String text) {
        List<Block> blocks = new ArrayList<>();
        Map<String, String> marks = new TreeMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher mark = MARK.matcher(lines.get(i));
            Matcher fence = FENCE.matcher(lines.get(i));
            if (mark.matches()) {
                marks.put(mark.group(1), mark.group(2) == null ? "" : mark.group(2));
            } else if (fence.matches()) {
                int end = i + 1;
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                blocks.add(new Block(
                        document,
                        i + 1,
                        fence.group(1),
                        String.join("\n", lines.subList(i + 1, end)) + "\n",
                        new LinkedHashMap<>(marks)));
                marks.clear();
                i = end;
            } else {
                marks.clear();
            }
        }
        return blocks;
    }
}

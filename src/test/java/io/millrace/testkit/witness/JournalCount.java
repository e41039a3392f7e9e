package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.Witnesses;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts lines of a process's journals while they grow; each call reads what is new. Any thread. */
final class JournalCount {
    /** What is counted. */
    enum Word {
        END,
        ASSIGNED,
        LOST,
        COMMIT_TRY;

        private final byte[] bytes = (name().replace('_', '-') + ' ').getBytes(StandardCharsets.US_ASCII);
    }

    private static final Word[] WORDS = Word.values();
    /** The length and the checksum before the body of a line. */
    private static final int PREFIX = 15;

    /** Workers begin a journal now and then. */
    private static final long LIST_EVERY_NANOS = 100_000_000;

    private static final int MOST_AT_ONCE = 1 << 20;

    private final Path folder;
    private final String prefix;
    private final Map<Path, Long> read = new HashMap<>();
    private final List<Path> mine = new ArrayList<>();
    private long nextList = System.nanoTime();
    private final long[] counts = new long[WORDS.length];

    JournalCount(Path folder, String process) {
        this.folder = folder;
        this.prefix = Lives.prefix(process);
    }

    synchronized long count(Word word) {
        try {
            if (System.nanoTime() >= nextList) {
                list();
            }
            for (Path file : mine) {
                readOn(file);
            }
            return counts[word.ordinal()];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void list() throws IOException {
        mine.clear();
        try (var files = Files.newDirectoryStream(
                folder, file -> isMine(file.getFileName().toString()))) {
            files.forEach(mine::add);
        }
        nextList = System.nanoTime() + LIST_EVERY_NANOS;
    }

    private boolean isMine(String name) {
        return name.startsWith(prefix) && name.endsWith(Witnesses.JOURNAL);
    }

    private void readOn(Path path) throws IOException {
        // It is asked many times a second, and a look is much cheaper than an open file.
        if (Files.size(path) == read.getOrDefault(path, 0L)) {
            return;
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long from = read.getOrDefault(path, 0L);
            while (from < file.length()) {
                byte[] bytes = new byte[(int) Math.min(MOST_AT_ONCE, file.length() - from)];
                file.seek(from);
                file.readFully(bytes);
                int whole = countLines(bytes);
                if (whole == 0) {
                    break;
                }
                from += whole;
            }
            read.put(path, from);
        }
    }

    /** The length of all whole lines together. */
    private int countLines(byte[] bytes) {
        int line = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                count(bytes, line);
                line = i + 1;
            }
        }
        return line;
    }

    private void count(byte[] bytes, int line) {
        for (Word word : WORDS) {
            int from = line + PREFIX;
            int to = from + word.bytes.length;
            if (to <= bytes.length && Arrays.equals(bytes, from, to, word.bytes, 0, word.bytes.length)) {
                counts[word.ordinal()]++;
            }
        }
    }
}

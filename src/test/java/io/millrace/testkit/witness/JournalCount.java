package io.millrace.testkit.witness;

import io.millrace.testkit.ledger.Witnesses;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Counts the END lines of a process's journals while they grow; each call reads what is new. Any thread. */
final class JournalCount {
    private static final byte[] END = "END ".getBytes(StandardCharsets.US_ASCII);
    /** The length and the checksum before the body of a line. */
    private static final int PREFIX = 15;

    private static final int MOST_AT_ONCE = 1 << 20;

    private final Path folder;
    private final String prefix;
    private final Map<Path, Long> read = new HashMap<>();
    private long count;

    JournalCount(Path folder, String process) {
        this.folder = folder;
        this.prefix = Lives.prefix(process);
    }

    synchronized long count() {
        try (var files = Files.newDirectoryStream(
                folder, file -> isMine(file.getFileName().toString()))) {
            for (Path file : files) {
                readOn(file);
            }
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isMine(String name) {
        return name.startsWith(prefix) && name.endsWith(Witnesses.JOURNAL);
    }

    private void readOn(Path path) throws IOException {
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
                count += isEnd(bytes, line) ? 1 : 0;
                line = i + 1;
            }
        }
        return line;
    }

    private static boolean isEnd(byte[] bytes, int line) {
        for (int i = 0; i < END.length; i++) {
            if (bytes[line + PREFIX + i] != END[i]) {
                return false;
            }
        }
        return true;
    }
}

package io.millrace.handler;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;

/**
 * A file that lines are appended to, by all workers of this process and perhaps by other processes: each write is one
 * append of whole lines. A write that fails in the middle is taken back when nobody else has the file. What was written
 * survives the process, not the machine: the disk is not waited for.
 *
 * <p>A process killed while writing leaves a torn last line; the next one that opens the file alone cuts it off.
 *
 * <p>Any thread. There is one instance per file and process, whoever opens it, because locks on files belong to the
 * process: it must be closed as often as it was opened.
 */
final class LineFile implements LineOutput, AutoCloseable {
    private static final Map<Object, LineFile> OPEN = new HashMap<>();

    private final Path file;
    private final FileChannel appending;
    private final Object identity;
    /** Null where the file is a device or a pipe, which has no end to mend. */
    private final FileTail tail;

    /** Guarded by {@link #OPEN}. */
    private int users = 1;

    /** A failed write could not be taken back: the next one begins with a line break. */
    private boolean torn;

    private LineFile(Path file, FileChannel appending) throws IOException {
        this.file = file;
        this.appending = appending;
        identity = identity(file);
        tail = Files.isRegularFile(file) ? FileTail.open(file) : null;
    }

    /**
     * Opens the file, which is made if it does not exist; its directory must.
     *
     * @throws IOException with the file and what can be done
     */
    static LineFile open(Path file) throws IOException {
        synchronized (OPEN) {
            try {
                LineFile known = Files.exists(file) ? OPEN.get(identity(file)) : null;
                if (known != null && known.isOpen()) {
                    known.users++;
                    return known;
                }
                if (known != null) {
                    known.release();
                }
                LineFile opened = create(file);
                OPEN.put(opened.identity, opened);
                return opened;
            } catch (IOException e) {
                throw WriteFaults.opening(file, e);
            }
        }
    }

    private static LineFile create(Path file) throws IOException {
        FileChannel appending = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try {
            return new LineFile(file, appending);
        } catch (IOException | RuntimeException e) {
            appending.close();
            throw e;
        }
    }

    /** What two paths to one file have in common. */
    private static Object identity(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key != null ? key : file.toRealPath();
    }

    /** An interrupted thread closes the channel that it uses. */
    private boolean isOpen() {
        return appending.isOpen() && (tail == null || tail.isOpen());
    }

    @Override
    public synchronized void write(byte[] lines) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(lines);
        long before = 0;
        try {
            before = tail == null ? 0 : tail.size();
            if (torn) {
                before += appending.write(ByteBuffer.wrap(new byte[] {'\n'}));
                torn = false;
            }
            while (rest.hasRemaining()) {
                appending.write(rest);
            }
        } catch (IOException e) {
            IOException fault = WriteFaults.writing(file, e);
            if (rest.position() > 0) {
                takeBack(before, rest.position(), fault);
            }
            throw fault;
        }
    }

    private void takeBack(long before, long written, IOException fault) {
        try {
            torn = tail != null && isOpen() && !tail.takeBack(before, written);
        } catch (IOException e) {
            torn = true;
            fault.addSuppressed(e);
        }
    }

    /**
     * Closes the file when everyone who opened it has closed it.
     *
     * @throws IOException if the operating system says so; what was written is written all the same
     */
    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            if (--users == 0) {
                release();
            }
        }
    }

    private void release() throws IOException {
        OPEN.remove(identity, this);
        try (appending) {
            if (tail != null) {
                tail.close();
            }
        }
    }
}

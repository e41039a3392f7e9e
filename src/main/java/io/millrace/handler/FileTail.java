package io.millrace.handler;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a file of lines that several processes may append to. Each holds a shared lock while it has the file open;
 * who can have the exclusive one is alone, and only then is anything cut off.
 *
 * <p>The locks are the operating system's and belong to the process: closing any other channel on the same file would
 * drop them. So one instance per file and process, see {@link LineFile}, which also guards the calls.
 */
final class FileTail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileTail.class);

    private static final int BLOCK = 64 * 1024;

    private final Path file;
    private final FileChannel channel;
    private FileLock shared;
    private boolean lockable = true;

    private FileTail(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens the file's end and, when nobody else has the file, mends a last line that was not written to its end. */
    static FileTail open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileTail tail = new FileTail(file, channel);
        try {
            tail.ifAlone(tail::mend);
            return tail;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    long size() throws IOException {
        return channel.size();
    }

    /**
     * Takes back a write that failed in the middle, when nobody else has the file.
     *
     * @param before the size in bytes before the write
     * @param written how many of its bytes may have come to the file
     * @return whether the file now ends with a whole line
     */
    boolean takeBack(long before, long written) throws IOException {
        return ifAlone(() -> {
            if (channel.size() == before + written) {
                channel.truncate(before);
            } else {
                mend();
            }
        });
    }

    private interface Repair {
        void run() throws IOException;
    }

    /** Whether this process was alone and the repair was made. Afterwards the shared lock is held again. */
    private boolean ifAlone(Repair repair) throws IOException {
        if (!lockable) {
            return false;
        }
        if (shared != null) {
            shared.release();
        }
        boolean alone = false;
        try (FileLock exclusive = lock(() -> channel.tryLock())) {
            alone = exclusive != null;
            if (alone) {
                repair.run();
            }
        } finally {
            shared = lockable ? lock(this::waitForShared) : null;
        }
        return alone;
    }

    private interface Locking {
        FileLock lock() throws IOException;
    }

    /** Null if another process has the lock, or if there are no locks to be had: then nobody is ever alone. */
    private FileLock lock(Locking locking) throws IOException {
        try {
            return locking.lock();
        } catch (FileLockInterruptionException | ClosedChannelException e) {
            throw e;
        } catch (IOException | OverlappingFileLockException e) {
            LOG.warn("{} cannot be locked, so its last line is not mended if it is torn: {}", file, e.toString());
            lockable = false;
            return null;
        }
    }

    private FileLock waitForShared() throws IOException {
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
        if (lock == null) {
            // Who mends the file has it for a moment only; but a program of another kind may have it for long.
            LOG.info("Waiting for {}: another process has locked it", file);
            lock = channel.lock(0, Long.MAX_VALUE, true);
        }
        return lock;
    }

    private void mend() throws IOException {
        long size = channel.size();
        long whole = endOfLastLine(size);
        if (whole == size) {
            return;
        }
        if (whole == 0) {
            // Perhaps no file of lines at all, and named by mistake: nothing of it is taken away.
            channel.write(ByteBuffer.wrap(new byte[] {'\n'}), size);
            LOG.warn("{} did not end with a line break: one was added behind its {} bytes", file, size);
            return;
        }
        channel.truncate(whole);
        LOG.warn(
                "Cut {} bytes off {}: its last line was not whole, as when a process is killed while writing."
                        + " That record was not committed and comes again",
                size - whole,
                file);
    }

    /** The position behind the last line break, 0 if there is none. */
    private long endOfLastLine(long size) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long end = size; end > 0; end -= BLOCK) {
            long start = Math.max(0, end - BLOCK);
            block.clear().limit((int) (end - start));
            while (block.hasRemaining() && channel.read(block, start + block.position()) >= 0) {
                // a read may bring less than was asked for
            }
            for (int at = block.position() - 1; at >= 0; at--) {
                if (block.get(at) == '\n') {
                    return start + at + 1;
                }
            }
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

package io.millrace.testkit.witness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One call of a process's handlers that does not return until somebody else says so. Two files are what the process and
 * whoever leads the run tell each other: one is there as long as the call waits and holds the worker's number, the
 * other one lets it go. Any thread.
 */
final class Hold {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Path held;
    private final Path released;
    private final long at;
    private final AtomicLong calls = new AtomicLong();

    /** @param at which call of all workers together waits, counted from 1; 0: none */
    Hold(Path folder, String process, long at) {
        this.held = held(folder, process);
        this.released = released(folder, process);
        this.at = at;
    }

    static Path held(Path folder, String process) {
        return folder.resolve(process + ".held");
    }

    static Path released(Path folder, String process) {
        return folder.resolve(process + ".released");
    }

    /** One more call; returns at once, but for the one that waits. */
    void pass(int worker) throws InterruptedException {
        if (calls.incrementAndGet() != at) {
            return;
        }
        try {
            // At once with what it says: whoever sees the file may read it.
            Path made = Files.writeString(held.resolveSibling(held.getFileName() + ".new"), Integer.toString(worker));
            Files.move(made, held);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (!Files.exists(released)) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while it was held");
            }
        }
    }
}

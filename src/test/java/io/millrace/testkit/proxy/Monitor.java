package io.millrace.testkit.proxy;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * What threads wait on until something is so. Whoever makes it so says {@link #changed} afterwards; the state itself
 * lives elsewhere and must be readable by any thread. Any thread.
 */
final class Monitor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();

    void changed() {
        lock.lock();
        try {
            condition.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether it became so before the time was over. */
    boolean await(BooleanSupplier done, Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (!done.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = condition.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #await(BooleanSupplier, Duration)}, without an end. */
    void await(BooleanSupplier done) throws InterruptedException {
        lock.lock();
        try {
            while (!done.getAsBoolean()) {
                condition.await();
            }
        } finally {
            lock.unlock();
        }
    }
}

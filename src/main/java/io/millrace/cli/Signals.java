package io.millrace.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import sun.misc.Signal;

/**
 * The first and the second INT or TERM. By {@code sun.misc.Signal} and not by a shutdown hook, so that a second signal
 * is seen and the exit code is ours. Callbacks run on the JVM's signal thread.
 */
public final class Signals {
    private final AtomicInteger seen = new AtomicInteger();
    private volatile int first;

    private Signals() {}

    /** @param second is called with the signal's number, once */
    static Signals install(Runnable stop, IntConsumer second) {
        Signals signals = new Signals();
        for (String name : new String[] {"INT", "TERM"}) {
            Signal.handle(new Signal(name), signal -> signals.received(signal.getNumber(), stop, second));
        }
        return signals;
    }

    /** Waits for the first signal and tells its number; a second one ends the process at once. */
    public static int await() {
        CountDownLatch came = new CountDownLatch(1);
        Signals signals =
                install(came::countDown, number -> Runtime.getRuntime().halt(ExitCodes.ofSignal(number)));
        try {
            came.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return signals.first();
    }

    private void received(int number, Runnable stop, IntConsumer second) {
        switch (seen.incrementAndGet()) {
            case 1 -> {
                first = number;
                stop.run();
            }
            case 2 -> second.accept(number);
            default -> {
                // The second one is at work already.
            }
        }
    }

    /** The number of the signal that came first; 0: none came. */
    int first() {
        return first;
    }
}

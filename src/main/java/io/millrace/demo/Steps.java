package io.millrace.demo;

import io.millrace.cli.Terminal;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tells on standard error what is done and how long it took. One thread. */
final class Steps {
    private final int total;
    private int number;

    Steps(int total) {
        this.total = total;
    }

    /** Does something that takes a while. */
    <T> T run(String what, Supplier<T> step, Function<T, String> done) {
        long began = System.nanoTime();
        begin(what);
        T result = step.get();
        Terminal.ERR.println(
                String.format(Locale.ROOT, "      %s (%.1f s)", done.apply(result), (System.nanoTime() - began) / 1e9));
        return result;
    }

    /** Tells of something that shows by itself when it is done. */
    void begin(String what) {
        number++;
        Terminal.ERR.println("[" + number + "/" + total + "] " + what);
    }
}

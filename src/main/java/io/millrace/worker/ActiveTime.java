package io.millrace.worker;

/** From the first record to the last one finished, in nanoseconds of the engine's clock. The worker's own thread alone. */
final class ActiveTime {
    private long first;
    private long last;

    void began(long now) {
        if (first == 0) {
            first = now;
        }
    }

    void ended(long now) {
        last = now;
    }

    /** 0: nothing yet. */
    long first() {
        return first;
    }

    /** 0: nothing yet. */
    long last() {
        return last;
    }
}

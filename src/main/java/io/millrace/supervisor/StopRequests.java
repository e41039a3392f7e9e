package io.millrace.supervisor;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The supervisor's mailbox: wishes to stop. Any thread may post; the supervisor's thread takes. */
final class StopRequests {
    /** A wish: so long to finish and commit, so long in all. */
    record Request(StopReason reason, Duration drain, Duration total) {}

    private final LinkedBlockingQueue<Request> queue = new LinkedBlockingQueue<>();
    private volatile boolean any;

    void post(Request request) {
        any = true;
        queue.add(request);
    }

    /** Whether anybody has ever asked. */
    boolean any() {
        return any;
    }

    /** The next wish, or null if none came in time. */
    Request take(long millis) throws InterruptedException {
        return queue.poll(millis, TimeUnit.MILLISECONDS);
    }
}

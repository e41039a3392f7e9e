package io.millrace.testkit.proxy;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * How many frames of each API have come and gone in each direction, and the waiting for it. Any thread; exact, and a
 * count is never seen before what it counts has happened.
 */
final class Counters {
    private static final int DIRECTIONS = Direction.values().length;

    private final AtomicLongArray seen = new AtomicLongArray(ApiKeys.values().length * DIRECTIONS);
    private final AtomicLongArray forwarded = new AtomicLongArray(ApiKeys.values().length * DIRECTIONS);
    private final Monitor monitor = new Monitor();

    void seen(Frame frame) {
        add(seen, frame);
    }

    void forwarded(Frame frame) {
        add(forwarded, frame);
    }

    private void add(AtomicLongArray counts, Frame frame) {
        counts.incrementAndGet(index(frame.api(), frame.direction()));
        monitor.changed();
    }

    long seen(ApiKeys api, Direction direction) {
        return seen.get(index(api, direction));
    }

    long forwarded(ApiKeys api, Direction direction) {
        return forwarded.get(index(api, direction));
    }

    private static int index(ApiKeys api, Direction direction) {
        return api.ordinal() * DIRECTIONS + direction.ordinal();
    }

    void awaitSeen(ApiKeys api, Direction direction, long count, Duration timeout) throws InterruptedException {
        if (!monitor.await(() -> seen(api, direction) >= count, timeout)) {
            throw new AssertionError("no " + count + " " + api + " " + direction + "s within " + timeout.toMillis()
                    + " ms; seen and forwarded so far: " + this);
        }
    }

    /** Every API that was seen, as {@code NAME requests/forwarded, responses/forwarded}. */
    @Override
    public String toString() {
        return Arrays.stream(ApiKeys.values())
                .filter(api -> seen(api, Direction.REQUEST) > 0)
                .map(api -> api + " " + pair(api, Direction.REQUEST) + ", " + pair(api, Direction.RESPONSE))
                .collect(Collectors.joining("; "));
    }

    private String pair(ApiKeys api, Direction direction) {
        return seen(api, direction) + "/" + forwarded(api, direction);
    }
}

package io.millrace.testkit.proxy;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * How many frames of each API have come and gone in each direction, and the waiting for it. Any thread; exact, and
 * whoever has seen a frame or its effect finds it counted.
 */
final class Counters {
    private final Counts seen = new Counts();
    private final Counts forwarded = new Counts();
    private final Monitor monitor = new Monitor();

    /** One number for each API and direction; the maps do not change after they are made. */
    private static final class Counts {
        private final Map<ApiKeys, AtomicLong> requests = zeros();
        private final Map<ApiKeys, AtomicLong> responses = zeros();

        private static Map<ApiKeys, AtomicLong> zeros() {
            Map<ApiKeys, AtomicLong> zeros = new EnumMap<>(ApiKeys.class);
            EnumSet.allOf(ApiKeys.class).forEach(api -> zeros.put(api, new AtomicLong()));
            return zeros;
        }

        AtomicLong of(ApiKeys api, Direction direction) {
            return (direction == Direction.REQUEST ? requests : responses).get(api);
        }
    }

    void seen(Frame frame) {
        add(seen, frame);
    }

    void forwarded(Frame frame) {
        add(forwarded, frame);
    }

    private void add(Counts counts, Frame frame) {
        counts.of(frame.api(), frame.direction()).incrementAndGet();
        monitor.changed();
    }

    long seen(ApiKeys api, Direction direction) {
        return seen.of(api, direction).get();
    }

    long forwarded(ApiKeys api, Direction direction) {
        return forwarded.of(api, direction).get();
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

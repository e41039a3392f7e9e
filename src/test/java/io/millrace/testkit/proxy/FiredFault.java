package io.millrace.testkit.proxy;

import java.time.Instant;
import java.util.Optional;

/**
 * The proof that a fault was hit: what was done, to which frame and when. Immutable; any thread.
 *
 * @param what the rule's action, or what the test did by hand
 * @param frame empty where it was not one frame that was hit
 */
public record FiredFault(Instant at, String what, Optional<Frame> frame) {
    @Override
    public String toString() {
        return at + " " + what + frame.map(hit -> ": " + hit).orElse("");
    }
}

package io.millrace.testkit.proxy;

import java.time.Instant;

/**
 * The proof that a fault was hit: which rule took which frame and when. Immutable; any thread.
 *
 * @param what the rule's action, or what became of it later
 */
public record FiredFault(Instant at, String what, Frame frame) {
    @Override
    public String toString() {
        return at + " " + what + ": " + frame;
    }
}

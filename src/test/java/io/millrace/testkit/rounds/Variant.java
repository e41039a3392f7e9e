package io.millrace.testkit.rounds;

import java.util.Locale;

/** How commits are made, and by which protocol the group is formed. Immutable. */
public record Variant(How how, Protocol protocol) {
    /** {@code delivery.commit.how}. */
    public enum How {
        SYNC,
        ASYNC;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@code group.protocol}. */
    public enum Protocol {
        CLASSIC,
        CONSUMER;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Four seeds in a row give the four variants. */
    public static Variant of(long seed) {
        return new Variant(
                Math.floorMod(seed, 2L) == 0 ? How.SYNC : How.ASYNC,
                Math.floorMod(seed / 2, 2L) == 0 ? Protocol.CLASSIC : Protocol.CONSUMER);
    }

    /** The same, but for what is given. */
    public Variant with(How otherHow, Protocol otherProtocol) {
        return new Variant(otherHow == null ? how : otherHow, otherProtocol == null ? protocol : otherProtocol);
    }

    @Override
    public String toString() {
        return how.text() + ' ' + protocol.text();
    }
}

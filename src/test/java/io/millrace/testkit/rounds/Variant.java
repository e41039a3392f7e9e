package io.millrace.testkit.rounds;

import java.util.Locale;

/** How commits are made, and by which protocol the group is formed. Immutable. */
public record Variant(Mode mode, Protocol protocol) {
    /** The ways to move an offset, by the names that the command line has for them. */
    public enum Mode {
        AUTO,
        /** At poll, and waited for. */
        SYNC,
        /** At poll, and not waited for. */
        ASYNC,
        PARTITION,
        RECORD,
        /** Sync or async, as the seed says. */
        INTERVAL,
        /** At poll, partition or record, as the seed says. */
        AT_MOST_ONCE,
        NONE;

        /** Whether anything is ever committed. */
        public boolean commits() {
            return this != NONE;
        }

        /** Whether a record is committed after it was handled. */
        public boolean commitsBehind() {
            return this != NONE && this != AT_MOST_ONCE;
        }

        /** Whether it is the engine that commits, so that its journal tells of it. */
        public boolean isEngines() {
            return this != NONE && this != AUTO;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** {@code group.protocol}, and for classic how partitions change hands. */
    public enum Protocol {
        /** Only what moves is given up: the engine's default. */
        CLASSIC_COOPERATIVE("classic"),
        /** Everything is given up at each rebalance. */
        CLASSIC_EAGER("classic"),
        CONSUMER("consumer");

        private final String group;

        Protocol(String group) {
            this.group = group;
        }

        /** The value of {@code group.protocol}. */
        public String group() {
            return group;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Eight and three have no common factor: 24 seeds in a row give every mode with every protocol. */
    public static Variant of(long seed) {
        return new Variant(turn(Mode.values(), seed), turn(Protocol.values(), seed));
    }

    private static <T> T turn(T[] all, long seed) {
        return all[Math.floorMod(seed, all.length)];
    }

    /** The same, but for what is given. */
    public Variant with(Mode otherMode, Protocol otherProtocol) {
        return new Variant(otherMode == null ? mode : otherMode, otherProtocol == null ? protocol : otherProtocol);
    }

    @Override
    public String toString() {
        return mode.toString() + ' ' + protocol;
    }
}

package io.millrace.testkit.proxy;

import java.util.Locale;

/** Which way a frame goes. */
public enum Direction {
    /** From a client to the broker. */
    REQUEST,
    /** From the broker to a client. */
    RESPONSE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

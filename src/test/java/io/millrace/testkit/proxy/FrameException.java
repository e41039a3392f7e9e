package io.millrace.testkit.proxy;

import java.io.IOException;

/** Bytes that are no frames of Kafka's protocol, or that the proxy cannot treat as a rule asks. */
final class FrameException extends IOException {
    private static final long serialVersionUID = 1;

    FrameException(String message) {
        super(message);
    }
}

package io.millrace.broker;

/** The broker or the loader could not do what was asked. The message tells a user what is wrong and what to do next. */
public final class BrokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokerException(String message) {
        super(message);
    }

    public BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.millrace.config;

/** A value that cannot be used, on its way to {@link Problems}, which know its place. */
final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    private final String id;
    private final String fix;

    Fault(String id, String text, String fix) {
        super(text, null, false, false);
        this.id = id;
        this.fix = fix;
    }

    String id() {
        return id;
    }

    String fix() {
        return fix;
    }
}

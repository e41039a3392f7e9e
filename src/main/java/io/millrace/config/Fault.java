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

    /** A text that somebody else wrote: what is wrong and, after {@code fix: } or {@code : write }, the remedy. */
    static Fault withRemedy(String key, String text) {
        int fix = text.indexOf("fix: ");
        int write = text.lastIndexOf(": write ");
        if (fix >= 0) {
            return new Fault(Ids.BAD_VALUE, key + ": " + text.substring(0, fix).strip(), text.substring(fix));
        } else if (write >= 0) {
            return new Fault(Ids.BAD_VALUE, key + ": " + text.substring(0, write), "fix: " + text.substring(write + 2));
        }
        return new Fault(Ids.BAD_VALUE, key + ": " + text, "");
    }

    String id() {
        return id;
    }

    String fix() {
        return fix;
    }
}

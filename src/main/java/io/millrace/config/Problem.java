package io.millrace.config;

/**
 * One fault of a configuration, as it is shown. Immutable; any thread. Holds no secret.
 *
 * @param id stable name of the kind of fault, such as {@code C02}
 * @param text what is wrong
 * @param fix the whole second line ({@code fix: …} or {@code did you mean …}), empty where nothing is to be said
 */
public record Problem(Severity severity, String id, Place place, String text, String fix) {

    /** Whether the configuration can be used in spite of it. */
    public enum Severity {
        ERROR,
        WARNING
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    @Override
    public String toString() {
        String first = (isError() ? "error[" : "warning[") + id + "] " + place + " " + text;
        return fix.isEmpty() ? first : first + "\n  " + fix;
    }
}
